/** A Mermaid flowchart as a table of its arrows: the site draws without scripts. */

const NODE = /^(\w+)(?:[[({]+"?(.*?)"?[\])}]+)?$/;
const ARROW = / -->(?:\|"?(.*?)"?\|)? ?/;

export function flowchartTable(chart: string): string {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const [, id, name] = NODE.exec(text.trim()) ?? [];
    if (id === undefined) throw new Error(`flowchart: cannot read "${text}"`);
    if (name !== undefined) names.set(id, name);
    return id;
  };
  const arrows = chart
    .split('\n')
    .filter((line) => ARROW.test(line))
    .flatMap((line) => {
      // from, words, to, words, to, ...
      const parts = line.split(ARROW);
      const steps: { from: string; words: string; to: string }[] = [];
      for (let i = 2; i < parts.length; i += 2) {
        steps.push({ from: nameOf(parts[i - 2]), words: parts[i - 1] ?? '', to: nameOf(parts[i]) });
      }
      return steps;
    });
  const rows = arrows.map(
    ({ from, words, to }) => `| ${names.get(from) ?? from} | ${names.get(to) ?? to} | ${words} |`,
  );
  return `| from | to | by |\n|---|---|---|\n${rows.join('\n')}\n`;
}
