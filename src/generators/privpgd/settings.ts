import type { DomainSettings } from '../private/domain.ts';
export interface PrivPgdSettings extends DomainSettings {
  readonly epsilon?: number;
}
