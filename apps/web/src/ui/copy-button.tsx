import { useId, useState } from 'react'
import { useWords } from '#words/words.tsx'
import { Icon } from './icon.tsx'
import { useAnnouncer } from './live-regions.tsx'

/**
 * Copies a text and confirms beside the button without moving anything. If copying fails (a refused permission, a browser inside
 * another app) the text itself is shown, ready to be selected with one press.
 */
export function CopyButton(props: { readonly text: string; readonly label: string }) {
  const { t } = useWords()
  const { announce } = useAnnouncer()
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none')
  const copied = outcome === 'copied'
  const hintId = useId()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text)
      setOutcome('copied')
      announce(t.app.copied)
    } catch {
      setOutcome('refused')
      announce(t.app.copyByHand)
    }
  }
  return (
    <>
      <button type="button" className="button-quiet copy" onClick={() => void copy()}>
        <Icon name={copied ? 'connected' : 'copy'} />
        <span className="copy-words">
          <span aria-hidden={copied}>{props.label}</span>
          <span aria-hidden={!copied}>{t.app.copied}</span>
        </span>
      </button>
      {outcome === 'refused' && (
        <span className="copy-source">
          <span id={hintId} className="note">
            {t.app.copyByHand}
          </span>
          <textarea
            readOnly
            aria-label={props.label}
            aria-describedby={hintId}
            rows={props.text.split('\n').length}
            value={props.text}
            onFocus={(event) => event.currentTarget.select()}
          />
        </span>
      )}
    </>
  )
}

/** Shows "Reference 7F2K-91" with its copy button. */
export function Reference(props: { readonly reference: string }) {
  const { t } = useWords()
  return (
    <p className="reference">
      <span>{t.app.reference(props.reference)}</span>
      <CopyButton text={props.reference} label={t.app.copy} />
    </p>
  )
}
