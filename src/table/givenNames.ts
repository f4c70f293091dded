/** Common given names of Europe and the Americas: to know a column of names by, never to be written. */

const NAMES = new Set(
  [
    'james mary john patricia robert jennifer michael linda david elizabeth william barbara richard susan',
    'joseph jessica thomas sarah charles karen christopher lisa daniel nancy matthew betty anthony margaret',
    'mark sandra donald ashley steven kimberly andrew emily paul donna joshua michelle kenneth carol kevin',
    'amanda brian melissa george deborah timothy stephanie ronald rebecca jason laura edward helen jeffrey',
    'sharon ryan cynthia jacob kathleen gary amy nicholas angela eric shirley jonathan anna stephen brenda',
    'larry pamela justin emma scott nicole brandon samantha benjamin katherine samuel christine gregory',
    'alexander catherine patrick debra frank rachel raymond carolyn jack janet dennis maria jerry heather',
    'tyler diane aaron olivia jose julie henry joyce douglas victoria adam kelly peter christina nathan joan',
    'zachary evelyn walter lauren kyle judith harold megan carl cheryl jeremy andrea gerald hannah keith',
    'martha roger jacqueline arthur frances terry gloria lawrence ann sean teresa christian kathryn ethan',
    'sara austin janice joe jean albert alice jesse madison willie doris billy abigail bryan julia bruce judy',
    'noah grace jordan denise dylan amber ralph marilyn roy danielle alan beverly eugene charlotte louis',
    'hans peter wolfgang klaus jürgen dieter heinz horst uwe manfred günter ursula helga monika renate karin',
    'petra sabine claudia birgit heike stefan andreas michaela torsten sven lukas jonas felix leon finn mia',
    'lena leonie pierre jacques philippe nicolas françois isabelle nathalie sophie camille chloé léa lucas',
    'hugo juan carlos luis antonio manuel francisco javier miguel carmen josefa isabel dolores pilar lucía',
    'giuseppe giovanni francesco mario luigi giulia chiara francesca alessandro lorenzo matteo marco paolo',
    'jan piet kees willem johannes anneke sanne daan lars erik anders per olav kari ingrid astrid karl nils',
    'sofia mikko matti jari päivi piotr krzysztof andrzej katarzyna małgorzata agnieszka tomasz ivan dmitri',
    'olga natalia svetlana mohammed muhammad ahmed ali fatima aisha omar hassan ada ida ed jo gus flo',
  ]
    .join(' ')
    .split(' '),
);

export function isKnownGivenName(word: string): boolean {
  return NAMES.has(word.toLowerCase());
}
