// Which truncation level to release, and why. Node 22.18 and newer runs it as it is: node decide.ts
import { type StudySettings, study } from 'tvinesynth';
import { readTableFile, writeStudy } from 'tvinesynth/node';

const table = await readTableFile('patients.csv');
const settings: StudySettings = { response: 'readmitted', sensitive: ['cost'], preset: 'quick' };
const found = await study(table, { ...settings, families: 'gaussian', levels: 'all' });
for (const { truncation, score } of found.results.levels) console.log(truncation, score.toFixed(3));
const { truncation, why, against } = found.results.recommended;
console.log(`Truncation ${truncation}. ${[why, ...against].join(' ')}`);
await writeStudy('study', found); // with the report, study/report.html
