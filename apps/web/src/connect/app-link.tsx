import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useFlow } from '#connect/flow.tsx'

/** A link inside the app. Following it leaves a result screen behind, also when that has the same address. */
export function AppLink(props: {
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
  readonly current?: boolean
  readonly onFollow?: () => void
}) {
  const { leave } = useFlow()
  return (
    <Link
      href={props.to}
      {...(props.className === undefined ? {} : { className: props.className })}
      {...(props.current === true ? { 'aria-current': 'page' as const } : {})}
      onClick={() => {
        leave()
        props.onFollow?.()
      }}
    >
      {props.children}
    </Link>
  )
}
