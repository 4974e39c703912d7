import { useRef, useState } from 'react'
import { reloadWherePartIsThere } from '#data/missing-part-client.ts'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'

/** Saves the picture it is in, as it is shown. What that needs comes when it is pressed. */
export function SaveButton(props: { readonly title: string; readonly isTable: boolean }) {
  const { title, isTable } = props
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
