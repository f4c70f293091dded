/** A drawing of the report's own: an SVG as text, which escapes what it shows, and the table that says the same. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { policy } from '../../ownWorker.ts';

interface DrawingProps {
  readonly svg: string;
  /** Made when it is asked for. */
  readonly table?: () => string;
  /** Before its ids, where the same drawing may be on the page twice. */
  readonly prefix?: string;
}

export function Drawing({ svg, table, prefix = '' }: DrawingProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <figure class="drawing">
      <Markup text={svg} prefix={prefix} />
      {table && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>As a table</summary>
          {isOpen && <Markup class="scroll" text={table()} prefix={prefix} />}
        </details>
      )}
    </figure>
  );
}

interface MarkupProps {
  readonly text: string;
  readonly prefix: string;
  readonly class?: string;
}

function Markup({ text, prefix, class: name }: MarkupProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const made = document.createElement('template');
    // the policy lets no style attribute pass; the page's own style says the same
    made.innerHTML = policy.createHTML(text.replaceAll(/ style="[^"]*"/g, ''));
    // a drawing is one picture to a screen reader, and its groups must not be named
    for (const group of made.content.querySelectorAll('g[aria-label]')) {
      group.removeAttribute('aria-label');
    }
    for (const each of ['id', 'aria-describedby']) {
      for (const element of made.content.querySelectorAll(`[${each}]`)) {
        element.setAttribute(each, prefix + element.getAttribute(each));
      }
    }
    place.current?.replaceChildren(made.content);
  }, [text, prefix]);
  return <div ref={place} {...(name !== undefined && { class: name })} />;
}
