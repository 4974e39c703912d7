import { useEffect, useId, useRef, type ReactNode } from 'react'

/** Shows a native modal dialog: the page behind it is inert, and focus starts on its first button. */
export function Dialog(props: {
  readonly title: string
  readonly children: ReactNode
  readonly actions: ReactNode
  /** True if it fills the whole screen of a phone. */
  readonly isWhole?: boolean
  /** Called by Esc and Back; without it the dialog stays until it is answered. */
  readonly onClose?: () => void
}) {
  const { onClose } = props
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    if (dialog === null || dialog.open) return
    dialog.showModal()
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  return (
    <dialog
      ref={ref}
      className={props.isWhole === true ? 'dialog dialog-whole' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 id={id}>{props.title}</h2>
      {props.children}
      <div className="actions">{props.actions}</div>
    </dialog>
  )
}
