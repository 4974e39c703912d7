import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useCallback, useEffect, useState } from 'react'
import type { Failure } from '#data/failure.ts'
import { useSession } from '#data/session/session.tsx'
import type {
  CustomerToEditQuery,
  EstimateToEditQuery,
  InvoiceToEditQuery,
  ProductToEditQuery,
} from '#generated/operations.ts'
import type { FormName } from '#navigation/paths.ts'
import { type Reading, readNow } from './command-client.ts'
import { type Request, requestOf, TO_EDIT } from './request.ts'

interface FormReading<Data> {
  readonly data: Data | undefined
  readonly failure: Failure | undefined
  readonly again: () => void
}

/**
 * Reads the current initial values of a form. Cached data is not used, since it could be outdated.
 * @param request Undefined if nothing is needed or it may not be read.
 */
export function useReading<Data>(request: Request | undefined): FormReading<Data> {
  const read = useReader()
  const key = request === undefined ? undefined : JSON.stringify(request)
  const [found, setFound] = useState<{ readonly key: string; readonly data: Data }>()
  const [failure, setFailure] = useState<Failure>()
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (key === undefined) return
    let isThere = true
    setFailure(undefined)
    void read(JSON.parse(key) as Request).then((reading) => {
      if (!isThere) return
      if (reading.kind === 'read') return setFound({ key, data: reading.data as Data })
      setFailure(reading.failure)
    })
    return () => {
      isThere = false
    }
  }, [key, attempts, read])
  return {
    data: found?.key === key ? found?.data : undefined,
    failure,
    again: useCallback(() => setAttempts((count) => count + 1), []),
  }
}

/** The record of each kind as its form reads it. */
export interface ToEdit {
  readonly customer: NonNullable<NonNullable<CustomerToEditQuery['business']>['customer']>
  readonly product: NonNullable<NonNullable<ProductToEditQuery['business']>['product']>
  readonly invoice: NonNullable<NonNullable<InvoiceToEditQuery['business']>['invoice']>
  readonly estimate: NonNullable<NonNullable<EstimateToEditQuery['business']>['estimate']>
}

/** Reads the record that a form changes. @param id Null if there is none or it may not be read. */
export function useToEdit<Noun extends FormName>(connection: ConnectionView, noun: Noun, id: string | null) {
  const taxes = noun === 'invoice' || noun === 'estimate' ? { withTaxes: true } : {}
  const { data, failure, again } = useReading<{ readonly business?: Partial<Pick<ToEdit, Noun>> | null }>(
    id === null ? undefined : requestOf(connection, TO_EDIT[noun], { id, ...taxes }),
  )
  const record = data?.business?.[noun] ?? undefined
  return {
    record,
    failure: data !== undefined && record === undefined ? ({ kind: 'not_there' } as const) : failure,
    isReading: id !== null && data === undefined && failure === undefined,
    again,
  }
}

/** Returns a function that reads once. If the read fails because of the session, the session is read again. */
export function useReader(): (request: Request) => Promise<Reading> {
  const { refresh } = useSession()
  return useCallback(
    async (request: Request) => {
      const reading = await readNow(request)
      const reason = reading.kind === 'failed' ? reading.failure.kind : undefined
      if (reason === 'session_ended' || reason === 'connection_changed') refresh()
      return reading
    },
    [refresh],
  )
}
