/**
 * Names of people who do not exist, of syllables of our own. There are four lists, so that one can be
 * chosen that shares no name with a table.
 */

const STARTS = 'Al Be Cor Dar El Fen Gal Hal Is Jor Kel Lor Mar Nel Or Per Ral Sel Tal Var'.split(
  ' ',
);
const ENDS = [
  ['bany', 'dovan', 'feris', 'gosta', 'lindo', 'mirra', 'nesco', 'pandra', 'rivo', 'tessan'],
  ['bruvo', 'cassin', 'denvar', 'hollin', 'jaska', 'lumina', 'quen', 'rudda', 'sorvo', 'vynna'],
  ['ampo', 'bexi', 'crallo', 'druin', 'ekko', 'flissa', 'gravvo', 'hoxin', 'ivrana', 'jelpo'],
  ['azzimo', 'bbola', 'chtova', 'ddrim', 'ffuvo', 'ggalin', 'kkesso', 'mmurra', 'ppivo', 'zzanna'],
];
const FAMILY_STARTS = 'Ban Cas Dol Fer Gran Hol Kar Len Mos Nor Pal Quin Ros Stan Tor Vel'.split(
  ' ',
);
const FAMILY_ENDS = [
  ['dergale', 'etrovar', 'imbrook', 'ovander', 'usterly', 'yngard', 'arquist', 'elmont', 'iddowe'],
  [
    'abrandt',
    'ebworthy',
    'ifflane',
    'okkwell',
    'undrave',
    'ashgrave',
    'erwicke',
    'islowe',
    'ombery',
  ],
  ['axmere', 'exdorn', 'ixvale', 'oxgard', 'uxbury', 'yxholm', 'azfeld', 'ezkirk', 'izmont'],
  ['aqvarre', 'eqlund', 'iqsten', 'oqmark', 'uqdale', 'avvrick', 'evvgate', 'ivvmoor', 'ovvside'],
];

export const NAME_LISTS = ENDS.length;

export interface NameList {
  readonly given: readonly string[];
  readonly surnames: readonly string[];
}

export function nameList(list: number): NameList {
  return {
    given: STARTS.flatMap((start) => ENDS[list].map((end) => start + end)),
    surnames: FAMILY_STARTS.flatMap((start) => FAMILY_ENDS[list].map((end) => start + end)),
  };
}
