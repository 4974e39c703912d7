import { createElement, Suspense, useState } from 'react'
import { usePart } from '#navigation/lazy-parts.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { useWords } from '#words/words.tsx'

/** Shows what a connected business could look like, stamped "Sample". Its code is loaded after that of the page. */
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

/** Copies the server-rendered charts: any update before their code has loaded makes React remove them. */
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
