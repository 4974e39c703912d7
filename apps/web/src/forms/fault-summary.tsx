import { useLayoutEffect, useRef } from 'react'
import type { FieldFault } from './input-faults.ts'
import { fieldId } from './form-context.ts'
import { useFormWords } from './use-form-words.ts'

/** What is wrong, with a way to each field. It has the focus when it comes. */
export function FaultSummary(props: {
  readonly faults: readonly FieldFault[]
  readonly wordOf: (fault: FieldFault) => string
}) {
  const { faults } = props
  const f = useFormWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [faults])
  return (
    <section className="notice notice-warn" aria-labelledby="faults">
      <h2 id="faults" ref={heading} tabIndex={-1}>
        {f.fault.title(faults.length)}
      </h2>
      <ul className="stack">
        {faults.map((fault) => (
          <li key={`${fault.field ?? ''} ${fault.code}`}>
            {fault.field === undefined ? (
              props.wordOf(fault)
            ) : (
              <ToField field={fault.field}>{props.wordOf(fault)}</ToField>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ToField({ field, children }: { readonly field: string; readonly children: string }) {
  return (
    <a
      href={`#${fieldId(field)}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(fieldId(field))?.focus()
      }}
    >
      {labelOf(field)}: {children}
    </a>
  )
}

/** The words that stand over a field. */
function labelOf(field: string): string {
  return document.querySelector(`label[for="${CSS.escape(fieldId(field))}"]`)?.textContent ?? field
}
