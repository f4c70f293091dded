/**
 * Sizes of a preset that would take hours on a long table, or where rows take long to draw, are cut
 * down; a note says so. Sizes that were asked for, and those of the paper, stay as they are. From the
 * table's shape alone, so that results do not depend on the machine.
 */

import { attributeDefaults, attributeSizes } from '../measures/attribute/attributeAttack.ts';
import { auditSizes, isAudited, MOST_PEOPLE } from './auditMembership.ts';
import { FIT, PAIR_START } from './fitCost.ts';
import type { StudySizes } from './presets.ts';
import type { ResolvedStudy, StudySettings } from './studySettings.ts';
import { foreseenTruncations, rowDrawSecondsEach, vineShape } from './vineShape.ts';

/** Rows that models learn from at each level: scores of sets so long differ little. */
const MOST_LEARNED = 20_000;
const LEAST_MODELS = 3;
/** Seconds of one core for drawing the sets of the attribute attack. */
const MOST_SECONDS = 600;
const LEAST_SETS = 4;
/** Seconds of one core for the fits of the membership audit, if everybody whom it scores is still among the rows. */
const MOST_AUDIT_SECONDS = 220;

export function boundSizes(
  study: ResolvedStudy,
  given: StudySettings['sizes'] = {},
): ResolvedStudy {
  if (study.preset === 'paper') return study;
  const { sizes, train } = study;
  const notes: string[] = [];
  const cut = (
    what: string,
    asked: number | undefined,
    usual: number,
    most: number,
    why: string,
  ): number => {
    if (asked !== undefined || usual <= most) return usual;
    notes.push(`${what}: ${most} synthetic sets instead of the preset's ${usual}, because ${why}.`);
    return most;
  };
  const sets = cut(
    'Utility',
    given.utility?.sets,
    sizes.utility.sets,
    Math.max(LEAST_MODELS, Math.floor(MOST_LEARNED / train.rows)),
    `each has ${train.rows} rows`,
  );
  const { sets: usual = attributeDefaults.sets } = sizes.attribute;
  const attacked = cut(
    'Attribute attack',
    given.attribute?.sets,
    usual,
    Math.max(LEAST_SETS, Math.floor((usual * MOST_SECONDS) / drawSeconds(study))),
    'rows with so many discrete variables are slow to draw',
  );
  const auditRows = given.audit?.mostRows ?? mostAuditRows(study);
  const trained = trainedRows(study);
  const half = Math.floor(auditRows / 2);
  if (given.audit?.mostRows === undefined && half < trained) {
    notes.push(
      `Membership audit: fits to ${half} rows instead of ${trained}, because vines of so many pairs are slow to fit.`,
    );
  }
  if (notes.length === 0) return study;
  const bounded: StudySizes = {
    ...sizes,
    utility: { ...sizes.utility, sets },
    attribute: { ...sizes.attribute, sets: attacked },
    audit: { ...sizes.audit, ...(half < trained && { mostRows: auditRows }) },
  };
  return { ...study, sizes: bounded, notes: [...study.notes, ...notes] };
}

/** Rows of a fit of the membership audit. */
function trainedRows(study: ResolvedStudy): number {
  return Math.min(study.train.rows, auditSizes(study, true).mostRows) >> 1;
}

/** The most rows that the fits of the membership audit are drawn from: as many as there are, where none are played. */
function mostAuditRows(study: ResolvedStudy): number {
  if (!isAudited(study) || study.generator === 'dpvine') return Number.POSITIVE_INFINITY;
  const pairs = vineShape(study).pairs * study.sizes.audit.fits;
  const affordable = MOST_AUDIT_SECONDS / (FIT * pairs) - PAIR_START;
  return Math.max(MOST_PEOPLE, 2 * Math.floor(affordable));
}

/** Seconds for drawing all sets of the attribute attack; at least one, for a quotient. */
function drawSeconds(study: ResolvedStudy): number {
  const { sizes, targets, train, responseSampling } = study;
  // a private vine draws cells, at no cost worth speaking of
  if (study.generator === 'dpvine') return 1;
  const shape = vineShape(study);
  const { iterations, sets, setSize } = attributeSizes(
    sizes.attribute,
    train.rows - targets.length,
  );
  const truncations = foreseenTruncations(study, shape.trees);
  const row = rowDrawSecondsEach(shape, truncations, responseSampling === 'exact');
  return Math.max(1, iterations * (targets.length + 1) * sets * setSize * row);
}
