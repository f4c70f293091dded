// Which truncation level to release, and why. Node 22.18 and newer runs it as it is: node decide.ts
import { readFile } from 'node:fs/promises';
import { readTable, type StudySettings, study } from 'tvinesynth';

const table = await readTable(new Uint8Array(await readFile('patients.csv')));
const settings: StudySettings = { response: 'readmitted', sensitive: ['cost'], preset: 'quick' };
const { results } = await study(table, { ...settings, families: 'gaussian', levels: 'all' });
for (const { truncation, score } of results.levels) console.log(truncation, score.toFixed(3));
const { truncation, why, against } = results.recommended;
console.log(`Truncation ${truncation}. ${[why, ...against].join(' ')}`);
