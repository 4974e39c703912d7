import { useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { DoneNotice } from '#forms/done-notice.tsx'
import { FormScreen } from '#forms/form-screen.tsx'
import { useFormWords } from '#forms/use-form-words.ts'
import { useReading } from '#forms/use-reading.ts'
import type { ProductChoicesQuery, ProductToEditQuery } from '#generated/operations.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath } from '#navigation/form-paths.ts'
import { ProductForm } from './product-form.tsx'

/** A new product, or one that is changed. */
export function ProductFormScreen(props: {
  readonly connection: ConnectionView
  readonly id: string | null
}) {
  const { connection, id } = props
  const { id: connectionId, businessId } = connection
  const f = useFormWords()
  const product = useReading<ProductToEditQuery>(
    id === null ? undefined : { connectionId, operationName: 'ProductToEdit', variables: { businessId, id } },
  )
  const choices = useReading<ProductChoicesQuery>({
    ...{ connectionId, operationName: 'ProductChoices', variables: { businessId } },
  })
  const [done, setDone] = useState<{ readonly id: string | null; readonly label: string }>()
  const found = product.data?.business?.product ?? undefined
  const isGone = product.data !== undefined && found === undefined
  const again = () => {
    setDone(undefined)
    product.again()
  }
  return (
    <FormScreen
      connection={connection}
      title={f.title[id === null ? 'product-create' : 'product-patch']}
      isReady={(id === null || found !== undefined) && choices.data !== undefined}
      failure={isGone ? { kind: 'not_there' } : (product.failure ?? choices.failure)}
      onRetry={() => {
        product.again()
        choices.again()
      }}
    >
      {() =>
        done === undefined ? (
          <ProductForm
            key={found?.modifiedAt ?? ''}
            {...{ connection, id }}
            product={found}
            choices={choices.data?.business}
            onDone={setDone}
          />
        ) : (
          <DoneNotice label={f.what[id === null ? 'product-create' : 'product-patch'](done.label)}>
            {done.id !== null && (
              <AppLink className="button-plain" to={formPath('product', done.id)} onFollow={again}>
                {f.act.change}
              </AppLink>
            )}
            <AppLink
              className="button-plain"
              to={formPath('product', null)}
              onFollow={() => setDone(undefined)}
            >
              {f.act.another}
            </AppLink>
          </DoneNotice>
        )
      }
    </FormScreen>
  )
}
