/** The unit of work of the membership audit, by the name that threads know it by. */

import { auditFit } from './auditFit.ts';

export const membershipAuditUnits = { auditFit };

export type MembershipAuditUnits = typeof membershipAuditUnits;
