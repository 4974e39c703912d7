import { createElement } from 'react'
import type { MovedUp } from '#figures/moved-up.ts'
import { usePart, useParts } from '#navigation/lazy-parts.tsx'
import { wordsOfPart } from '#navigation/words-of-part.ts'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { NotLoaded } from '#ui/late-part.tsx'
import { useWords } from '#words/words.tsx'

/** A picture that moved up among the first ones. A file of its own; one that cannot be had costs its own place. */
export function MovedUpPart(props: { readonly name: keyof MovedUp; readonly movedUp: MovedUp }) {
  const parts = useParts()
  const { parts: words } = useWords()
  const load = () => {
    parts.forgetFailures()
    words.forgetFailures()
    return Promise.all([parts.load('moved_up'), ...wordsOfPart('moved_up').map((name) => words.load(name))])
  }
  return (
    <ErrorBoundary fallback={(_cause, retry) => <NotLoaded isCard onRetry={() => load().then(retry)} />}>
      <MovedUpDrawn {...props} />
    </ErrorBoundary>
  )
}

function MovedUpDrawn(props: { readonly name: keyof MovedUp; readonly movedUp: MovedUp }) {
  return createElement(usePart('moved_up'), props)
}
