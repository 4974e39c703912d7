import { useId, type ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Tone = 'plain' | 'warn' | 'info'

/** Shows a message in the content, beside its subject. */
export function Notice(props: {
  readonly tone: Tone
  readonly icon?: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  const id = useId()
  return (
    <section className={`notice notice-${props.tone}`} aria-labelledby={id}>
      <h2 id={id} className="notice-title">
        {props.icon && <Icon name={props.icon} />}
        {props.title}
      </h2>
      {props.children}
      {props.actions && <div className="actions">{props.actions}</div>}
    </section>
  )
}
