import { ErrorBoundary } from '#ui/error-boundary.tsx'
import type { Screen } from '#navigation/decide-screen.ts'
import { Fallback } from './fallback.tsx'
import { Routes } from './routes.tsx'

/**
 * The screen of this address. What breaks in it costs the screen, never what is around it; another screen begins again.
 *
 * @param props.name Another one for another screen.
 */
export function CurrentScreen(props: { readonly screen: Screen; readonly name: string }) {
  return (
    <ErrorBoundary key={props.name} fallback={(cause, retry) => <Fallback cause={cause} onRetry={retry} />}>
      <Routes screen={props.screen} />
    </ErrorBoundary>
  )
}
