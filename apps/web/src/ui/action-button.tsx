import type { ComponentProps, ReactNode } from 'react'

type Variant = 'primary' | 'plain' | 'quiet' | 'danger'

/** Shows a button that acts on the page. A button that sends a form is a `button` of the type "submit". */
export function Button({
  variant = 'plain',
  ...button
}: Omit<ComponentProps<'button'>, 'type' | 'className'> & { readonly variant?: Variant }) {
  return <button type="button" className={`button-${variant}`} {...button} />
}

/** A button for an action that takes a moment: it keeps focus and size, shows its progress, and ignores a second press. */
export function ActionButton(props: {
  readonly onPress: () => void
  readonly pending: boolean
  readonly pendingLabel: string
  readonly variant?: Variant
  readonly children: ReactNode
}) {
  return (
    <Button
      variant={props.variant ?? 'plain'}
      aria-disabled={props.pending}
      onClick={() => {
        if (!props.pending) props.onPress()
      }}
    >
      {props.pending ? props.pendingLabel : props.children}
    </Button>
  )
}
