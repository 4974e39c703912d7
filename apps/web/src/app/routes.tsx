/* oxlint-disable react/static-components -- a part is a component of its own file, the same one every time */
import { Suspense } from 'react'
import { selectedConnection, useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import type { Screen } from '#navigation/decide-screen.ts'
import { type FormPart, type PlainScreen, usePart } from '#navigation/lazy-parts.tsx'
import { type DetailName, type ListName, PATHS } from '#navigation/paths.ts'
import { Screen as ScreenFrame } from '#navigation/screen-frame.tsx'
import { useWords } from '#words/words.tsx'

/** Shows a screen; its file is fetched when it is not there yet. */
export function Routes(props: { readonly screen: Screen }) {
  return (
    <Suspense fallback={<div className="screen" aria-busy="true" />}>
      <Chosen screen={props.screen} />
    </Suspense>
  )
}

function Chosen(props: { readonly screen: Screen }) {
  const { screen } = props
  switch (screen.kind) {
    case 'result':
      return <Result connectResult={screen.connectResult} />
    case 'left':
      return <Left left={screen.left} />
    case 'not_found':
      return <NotFound />
    case 'home':
    case 'invoices':
    case 'customers':
    case 'products':
    case 'transactions':
    case 'accounts':
    case 'estimates':
    case 'search':
    case 'periods':
      return <OfBusiness name={screen.kind} />
    case 'invoice':
    case 'customer':
    case 'account':
    case 'estimate':
    case 'transaction':
    case 'statement':
      return <BooksDetail name={screen.kind} id={screen.id} />
    case 'customer_form':
    case 'product_form':
    case 'invoice_form':
    case 'estimate_form':
      return <Form key={`${screen.kind} ${screen.id ?? ''}`} name={screen.kind} id={screen.id} />
    case 'start':
    case 'profile':
    case 'businesses':
    case 'not_connected':
    case 'connection':
    case 'disconnect':
    case 'signed_in':
      return <Plain key={screen.kind} name={screen.kind} />
  }
}

function Plain(props: { readonly name: PlainScreen }) {
  const Part = usePart(props.name)
  return <Part />
}

/** A screen of the business that is shown; another business is another screen. */
function OfBusiness(props: { readonly name: 'home' | 'search' | 'periods' | ListName }) {
  const { session } = useSession()
  const connection = selectedConnection(session)
  const Part = usePart(props.name)
  return connection === undefined ? null : <Part key={connection.id} connection={connection} />
}

function BooksDetail(props: { readonly name: DetailName; readonly id: string }) {
  const { session } = useSession()
  const connection = selectedConnection(session)
  const Part = usePart(props.name)
  return connection === undefined ? null : <Part key={connection.id} connection={connection} id={props.id} />
}

function Form(props: { readonly name: FormPart; readonly id: string | null }) {
  const { session } = useSession()
  const connection = selectedConnection(session)
  const Part = usePart(props.name)
  return connection === undefined ? null : <Part key={connection.id} connection={connection} id={props.id} />
}

function Result(props: { readonly connectResult: Extract<Screen, { kind: 'result' }>['connectResult'] }) {
  const { connectResult } = props
  const Part = usePart('result')
  return <Part key={`${connectResult.id}:${connectResult.outcome}`} connectResult={connectResult} />
}

function Left(props: { readonly left: Extract<Screen, { kind: 'left' }>['left'] }) {
  const Part = usePart('left')
  return <Part key={props.left.id} left={props.left} />
}

function NotFound() {
  const { session } = useSession()
  const { t } = useWords()
  return (
    <ScreenFrame title={t.notFound.title} lede={t.notFound.body}>
      <div className="actions">
        <AppLink className="button-primary" to={PATHS.overview}>
          {t.notFound.overview}
        </AppLink>
        {session.person !== null && session.provider.hasBusinesses && (
          <AppLink className="button-plain" to={PATHS.businesses}>
            {t.notFound.businesses}
          </AppLink>
        )}
      </div>
    </ScreenFrame>
  )
}
