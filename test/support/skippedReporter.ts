/** Ends the summary of a test run with what was skipped, by reason: a green run says what it did not look at. */

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { skipReason } from './skipReason.ts';

export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const reasons = new Map<string, Map<string, number>>();
    for (const module of modules) {
      const path = relative(process.cwd(), module.moduleId);
      for (const test of module.children.allTests('skipped')) {
        const result = test.result();
        const note = result.state === 'skipped' ? result.note : undefined;
        const line = test.location?.line ?? Number.POSITIVE_INFINITY;
        const reason = note ?? skipReason(readFileSync(module.moduleId, 'utf8'), line);
        const files = reasons.get(reason) ?? new Map<string, number>();
        reasons.set(reason, files.set(path, (files.get(path) ?? 0) + 1));
      }
    }
    if (reasons.size === 0) return;
    const lines = [...reasons].flatMap(([reason, files]) => [
      `  ${[...files.values()].reduce((sum, count) => sum + count)}: ${reason}`,
      ...[...files].map(([path, count]) => `      ${path} (${count})`),
    ]);
    process.stdout.write(`\nSkipped tests, and why:\n${lines.join('\n')}\n`);
  }
}
