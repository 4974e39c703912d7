import { useState } from 'react'
import { useWords } from '#words/words.tsx'
import { Icon } from './icon.tsx'
import { useAnnouncer } from './live-regions.tsx'

/** Copies a text; says so beside itself without moving anything. */
export function CopyButton(props: { readonly text: string; readonly label: string }) {
  const { t } = useWords()
  const { announce } = useAnnouncer()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text)
      setCopied(true)
      announce(t.app.copied)
    } catch {
      // No clipboard (an insecure address, a refused permission): the text stays on the page to be selected.
    }
  }
  return (
    <button type="button" className="button-quiet copy" onClick={() => void copy()}>
      <Icon name={copied ? 'connected' : 'copy'} />
      <span className="copy-words">
        <span aria-hidden={copied}>{props.label}</span>
        <span aria-hidden={!copied}>{t.app.copied}</span>
      </span>
    </button>
  )
}

/** "Reference 7F2K-91", with its button. */
export function Reference(props: { readonly reference: string }) {
  const { t } = useWords()
  return (
    <p className="reference">
      <span>{t.app.reference(props.reference)}</span>
      <CopyButton text={props.reference} label={t.app.copy} />
    </p>
  )
}
