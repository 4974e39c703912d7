import { createElement, Suspense, useState } from 'react'
import { usePart } from '#navigation/lazy-parts.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { useWords } from '#words/words.tsx'

/** What a connected business could look like, on a sheet that says "Sample". Its script comes after the page's own. */
export function SamplePictures() {
  const { t } = useWords()
  const [sheet] = useState(copySheet)
  return (
    <figure className="sample stub" aria-label={t.picture.sampleNote}>
      <figcaption>
        <span className="stamp">{t.picture.sample}</span>
      </figcaption>
      <ErrorBoundary fallback={() => <Sheet copy={sheet} />}>
        <Suspense fallback={<Sheet copy={sheet} />}>
          <Drawn />
        </Suspense>
      </ErrorBoundary>
    </figure>
  )
}

function Drawn() {
  return createElement(usePart('sample'))
}

/** What the server drew: anything that changes on the page before the script is there makes React put it away. */
function copySheet(): Node | undefined {
  return globalThis.document?.querySelector('.sample > .picture')?.cloneNode(true)
}

function Sheet({ copy }: { readonly copy: Node | undefined }) {
  return (
    <div
      ref={(place) => {
        if (copy !== undefined) place?.replaceChildren(copy)
      }}
    />
  )
}
