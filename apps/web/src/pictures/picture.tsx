import { type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import { reloadWherePartIsThere } from '#loading/missing-part-client.ts'
import type { PictureFacts, Unavailable } from '#figures/picture-facts.ts'
import { ActionButton } from '#ui/action-button.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'
import { type LedgerRows, LedgerTable } from './ledger-table.tsx'

interface PictureProps {
  /** The short name: `cash`, `owed`. It is in the class `picture-<name>` and in the stored choice of the table form. */
  readonly name: string
  readonly title: string
  /** The sentence that answers the picture's question. */
  readonly sentence: ReactNode
  /** The row counts and what was left out; undefined if nothing was drawn. */
  readonly facts?: PictureFacts
  /** The same figures as a table; undefined if the picture is a list already. */
  readonly table?: LedgerRows
  /** The drawing. */
  readonly children?: ReactNode
  /** The caption under the drawing: the way of counting. */
  readonly caption?: string
  /** The foot with links to the underlying rows. */
  readonly foot?: ReactNode
}

/** Shows a question, its answer in a sentence, and the drawing or its table. An error stays inside. */
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

/** Shows the reason why a picture cannot be drawn, in its place. */
export function UnavailablePicture(props: {
  readonly name: string
  readonly title: string
  readonly why: Unavailable['why']
  /** The data that the picture needs, if the general text does not cover it. */
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
        // Data that failed or came late may come with the next reading; the other reasons stay.
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

/** Saves the surrounding picture in its present form. The code for that is loaded by the press. */
function SaveButton({ title, isTable }: { readonly title: string; readonly isTable: boolean }) {
  const { words, currency, readAt } = useFigures()
  const { t } = useWords()
  const { announce } = useAnnouncer()
  const button = useRef<HTMLButtonElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const save = async () => {
    const section = button.current?.closest('section')
    if (section == null) return
    const part = await import('./save-picture.ts').catch(async (thrown: unknown) => {
      if (hasFailed) await reloadWherePartIsThere(thrown)
    })
    setHasFailed(part === undefined)
    if (part === undefined) {
      announce(t.failure.part)
      return
    }
    part.savePicture(section, {
      ...{ title, currency: currency.code, currencyTitle: words.currency },
      // The heading of the page is the name of the business.
      business: document.querySelector('h1')?.textContent ?? '',
      day: readAt.slice(0, 10),
    })
  }
  return (
    <>
      <button ref={button} type="button" className="button-quiet" onClick={() => void save()}>
        {isTable ? words.saveTable : words.saveImage}
        <span className="visually-hidden">{words.of(title)}</span>
      </button>
      {hasFailed && <p className="note">{t.failure.part}</p>}
    </>
  )
}

/** Shows the row counts behind a picture, the time of their reading, and what was left out. */
function SourceLine(props: { readonly facts: PictureFacts }) {
  const { from, excluded, partial, isAbout } = props.facts
  const { format: pageFormat } = useWords()
  const { format, words, readAt } = useFigures()
  const counted = (count: number | undefined, say: (text: string, count: number) => string) =>
    count === undefined ? [] : [say(format.count(count), count)]
  const parts = [
    ...counted(from.transactions, words.transactions),
    ...counted(from.payments, words.payments),
    ...(from.invoicesInAll === undefined
      ? counted(from.invoices, words.invoices)
      : [
          words.invoicesOf({ text: format.count(from.invoices ?? 0), all: format.count(from.invoicesInAll) }),
        ]),
    ...counted(from.accounts, words.accounts),
  ]
  const sentences = [
    ...(parts.length === 0
      ? []
      : [words.source({ from: pageFormat.list(parts), moment: pageFormat.moment(readAt) })]),
    ...(partial ? [words.partial] : []),
    ...(excluded.drafts === 0 ? [] : counted(excluded.drafts, words.drafts)),
    ...(excluded.unknownStatus === 0 ? [] : counted(excluded.unknownStatus, words.unknownStatus)),
    ...(isAbout === true ? [words.converted] : []),
  ]
  return sentences.length === 0 ? null : <p className="note">{sentences.join(' ')}</p>
}

const KEY = 'pictures-as-table'

/** Returns whether a picture is shown as a table, stored on this device by the picture's name, for every business. */
function useTableForm(picture: string): readonly [isTable: boolean, toggle: () => void] {
  const [isTable, setIsTable] = useState(false)
  // After hydration and before the next paint.
  useLayoutEffect(() => setIsTable(readNames(KEY).includes(picture)), [picture])
  const toggle = useCallback(() => {
    setIsTable((before) => {
      const others = readNames(KEY).filter((name) => name !== picture)
      keepNames(KEY, before ? others : [...others, picture])
      return !before
    })
  }, [picture])
  return [isTable, toggle]
}

/** Reads a list of names stored on this device. */
export function readNames(key: string): readonly string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

/** Stores a list of names on this device. Without storage they are lost with the page. */
export function keepNames(key: string, names: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(names))
  } catch {
    return
  }
}
