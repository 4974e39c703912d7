import { useId, type ReactNode } from 'react'
import type { PictureFacts, Unavailable } from '#figures/picture-facts.ts'
import { ActionButton } from '#ui/action-button.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { useFigures } from './figures-context.tsx'
import { LedgerTable, type LedgerRows } from './ledger-table.tsx'
import { SaveButton } from './save-button.tsx'
import { SourceLine } from './source-line.tsx'
import { useTableForm } from './use-table-form.ts'

interface PictureProps {
  /** Its short name: `cash`, `owed`. Of a class `picture-<name>`, and under which the table form is remembered. */
  readonly name: string
  readonly title: string
  /** The answer to its question. */
  readonly sentence: ReactNode
  /** Of how much it was made and what was left out; undefined where nothing was drawn. */
  readonly facts?: PictureFacts
  /** The same figures as a table; undefined where the picture is a list already. */
  readonly table?: LedgerRows
  /** The drawing. */
  readonly children?: ReactNode
  /** Under the drawing: how it is counted. */
  readonly caption?: string
  /** After it: links to what it is made of. */
  readonly foot?: ReactNode
}

/** One question, its answer in a sentence, and the drawing or its table. A fault stays inside. */
export function Picture(props: PictureProps) {
  const { connectionKey, words } = useFigures()
  const id = useId()
  return (
    <section
      className={`card picture picture-${props.name}`}
      data-partial={props.facts?.partial === true ? '' : undefined}
      aria-labelledby={id}
      data-of={connectionKey}
    >
      <h2 id={id}>{props.title}</h2>
      <ErrorBoundary fallback={() => <p className="picture-answer">{words.broken}</p>}>
        <Body {...props} />
      </ErrorBoundary>
    </section>
  )
}

function Body(props: PictureProps) {
  const { words } = useFigures()
  const [isTable, toggle] = useTableForm(props.name)
  const { table, title, facts } = props
  return (
    <>
      <p className="picture-answer">{props.sentence}</p>
      {table !== undefined && isTable ? <LedgerTable table={table} /> : props.children}
      {props.caption !== undefined && <p className="note">{props.caption}</p>}
      {(Boolean(props.foot) || table !== undefined || props.children !== undefined) && (
        <div className="picture-foot">
          {props.foot}
          {table !== undefined && (
            <button type="button" className="button-quiet" onClick={toggle}>
              {isTable ? words.asPicture : words.asTable}
              <span className="visually-hidden">{words.of(title)}</span>
            </button>
          )}
          {props.children !== undefined && (
            <SaveButton title={title} isTable={table !== undefined && isTable} />
          )}
        </div>
      )}
      {facts !== undefined && <SourceLine facts={facts} />}
    </>
  )
}

/** The place of a picture that cannot be drawn, and why. */
export function UnavailablePicture(props: {
  readonly name: string
  readonly title: string
  readonly why: Unavailable['why']
  /** What it would need, where that is more than can be said of every picture. */
  readonly needs?: string
}) {
  const { words, provider, again } = useFigures()
  const { why, needs } = props
  const texts: Readonly<Record<Unavailable['why'], string>> = {
    not_offered: needs ?? words.notOffered(provider),
    not_allowed: needs ?? words.notAllowed(provider),
    failed: words.failed(provider),
    late: words.late(provider),
    refused: words.refused,
    no_rate: words.noRate,
  }
  return (
    <Picture
      name={props.name}
      title={props.title}
      sentence={texts[why]}
      foot={
        // What was not sent may be sent the next time; nothing else changes by reading again.
        (why === 'failed' || why === 'late') &&
        again !== undefined && (
          <ActionButton pending={again.isReading} pendingLabel={words.reading} onPress={again.read}>
            {words.again}
            <span className="visually-hidden">{words.of(props.title)}</span>
          </ActionButton>
        )
      }
    />
  )
}
