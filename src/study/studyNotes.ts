/** What a reader of the results must know besides the figures: each once. */

import type { Compared } from './compareGenerator.ts';
import { liftedNotes, limitsOf } from './limits.ts';
import type { StudyFindings } from './toResults.ts';

export function studyNotes({ study, studied, compared, risks }: StudyFindings): string[] {
  const { measures, tMax, fewerTrees, notes: own } = studied;
  const { order, notes: ordering } = studied.order;
  const { structure, sensitive, fit, membership } = study;
  const known = new Set([...ordering, ...own]);
  // games repeat what the order had to say
  const isNew = (note: string) => ![...known].some((own) => note.endsWith(`: ${own}`));
  const notes = [rowsNote(study), ...study.notes, ...known];
  if (fewerTrees) notes.push(fewerTrees);
  if (structure === 'cvine' && tMax > order.tMax) {
    notes.push(
      `At truncation ${tMax} a sensitive column is the centre of a tree; the paper advises at most ${order.tMax}.`,
    );
  }
  if (structure !== 'cvine' && fit.truncation === undefined) {
    notes.push(
      `The largest sensible truncation is known only for C-vines; this '${structure}' was fitted with all trees.`,
    );
  }
  if (sensitive.length === 0) {
    notes.push(
      'No column is sensitive, so there was no attribute attack; privacy is that of membership alone.',
    );
  }
  if (measures.membership.skipped) notes.push(measures.membership.skipped);
  if (membership === 'none') notes.push('Membership was not attacked.');
  notes.push(...liftedNotes(limitsOf(study.constraints)));
  notes.push(...measures.notes.filter(isNew));
  notes.push(...(risks?.notes ?? []).map((note) => `Three risks: ${note}`).filter(isNew));
  notes.push(...notesOfCompetitors(compared, new Set(measures.notes)).filter(isNew));
  return [...new Set(notes)];
}

function rowsNote({ train, test, isHoldout, generator }: StudyFindings['study']): string {
  const how = generator === 'dpvine' ? 'by their numbers alone' : 'stratified by the response';
  const aside = isHoldout
    ? `${test.rows} rows, ${how}, were held out for the utility alone`
    : `${test.rows} test rows were given for the utility alone`;
  return `Rows: ${aside}. The model was fitted to the other ${train.rows} rows. All attacks used these too: the people attacked, the rows that generators were fitted to and the rows known to an attacker were drawn from them.`;
}

/** What competitors have to say beyond what was `said` of the vine, once where several say it. */
function notesOfCompetitors(compared: readonly Compared[], said: ReadonlySet<string>): string[] {
  const speakers = new Map<string, string[]>();
  for (const { result, notes } of compared) {
    for (const note of new Set(notes)) {
      if (!said.has(note)) speakers.set(note, [...(speakers.get(note) ?? []), result.generator]);
    }
  }
  return [...speakers].map(([note, names]) => `${names.join(', ')}: ${note}`);
}
