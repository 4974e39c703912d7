import { createElement, Suspense } from 'react'
import { usePart } from '#navigation/lazy-parts.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { useWords } from '#words/words.tsx'

/** What a connected business could look like, on a sheet that says "Sample". Its script comes after the page's own. */
export function SamplePictures() {
  const { t } = useWords()
  return (
    <figure className="sample stub" aria-label={t.start.sampleNote}>
      <figcaption>
        <span className="stamp">{t.start.sample}</span>
      </figcaption>
      <ErrorBoundary fallback={() => null}>
        <Suspense>
          <Drawn />
        </Suspense>
      </ErrorBoundary>
    </figure>
  )
}

function Drawn() {
  return createElement(usePart('sample'))
}
