/** A drawing of the report's own: an SVG as text, which escapes what it shows, and the table that says the same. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { policy } from '../../ownWorker.ts';

interface DrawingProps {
  readonly svg: string;
  /** Made when it is asked for. */
  readonly table?: () => string;
}

export function Drawing({ svg, table }: DrawingProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <figure class="drawing">
      <Markup text={svg} />
      {table && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>As a table</summary>
          {isOpen && <Markup class="scroll" text={table()} />}
        </details>
      )}
    </figure>
  );
}

function Markup({ text, class: name }: { readonly text: string; readonly class?: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const made = document.createElement('template');
    // the policy lets no style attribute pass; the page's own style says the same
    made.innerHTML = policy.createHTML(text.replaceAll(/ style="[^"]*"/g, ''));
    place.current?.replaceChildren(made.content);
  }, [text]);
  return <div ref={place} {...(name !== undefined && { class: name })} />;
}
