/** How much a study does: plain sizes, of which any can be replaced. */

import {
  type AttributeSettings,
  attributeDefaults,
} from '../measures/attribute/attributeAttack.ts';
import { type MembershipSettings, membershipDefaults } from '../measures/membership/settings.ts';
import { auditDefaults } from '../measures/membershipAudit/settings.ts';
import { PAPER_QUANTILES } from '../measures/targets.ts';

/** Sizes that are left out follow the number of rows, up to those of the paper. */
export interface StudySizes {
  readonly targets: {
    /** Of each sensitive column: who is attacked as outlying. */
    readonly quantiles: readonly number[];
    /** With the outlying ones of a column at least five (measures/groups.ts). */
    readonly random: number;
  };
  readonly attribute: Pick<AttributeSettings, 'iterations' | 'referenceSize' | 'sets' | 'setSize'>;
  readonly membership: Pick<
    MembershipSettings,
    | 'iterations'
    | 'referenceSize'
    | 'trainSize'
    | 'shadows'
    | 'setsPerShadow'
    | 'sets'
    | 'setSize'
    | 'trees'
    | 'features'
  >;
  /** Of the membership audit with everybody as a target. */
  readonly audit: {
    readonly fits: number;
    /** Whether generators of known leakage are audited beside the vine. */
    readonly controls: boolean;
    /** The most rows that fits are drawn from; each is to half of them. Default: 5,000. */
    readonly mostRows?: number;
  };
  readonly utility: {
    readonly sets: number;
    /** Of the forests; 'paper': chosen as the paper does. */
    readonly trees: number | 'paper';
  };
}

/** The trees of the attacker's forest are not the preset's to say. */
const { trees: _, ...paperMembership } = membershipDefaults;

export type PresetName = keyof typeof presets;

export const presets = {
  /** A first look: figures move from seed to seed. */
  quick: {
    targets: { quantiles: [0.99], random: 4 },
    attribute: { iterations: 2, sets: 5 },
    membership: { iterations: 3, shadows: 3, setsPerShadow: 5, sets: 10 },
    audit: { fits: 12, controls: false },
    utility: { sets: 5, trees: 100 },
  },
  /** For decisions. */
  standard: {
    targets: { quantiles: [0.01, 0.99], random: 3 },
    attribute: { iterations: 5, sets: 10 },
    membership: { iterations: 6, shadows: 6, setsPerShadow: 10, sets: 20 },
    audit: { fits: auditDefaults.fits, controls: true },
    utility: { sets: 10, trees: 200 },
  },
  /** The paper's table of attack parameters, and its 50 synthetic sets for the utility. */
  paper: {
    targets: { quantiles: PAPER_QUANTILES, random: 4 },
    attribute: attributeDefaults,
    membership: paperMembership,
    audit: { fits: auditDefaults.fits, controls: true },
    utility: { sets: 50, trees: 'paper' },
  },
} as const satisfies Record<string, StudySizes>;
