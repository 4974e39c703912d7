import { Kind, type DocumentNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import * as operations from './operations.ts'

describe('the operations of the app', () => {
  it('are questions alone, about the person and the business: nothing that this app sends changes anything', () => {
    const asked = Object.values(operations as Record<string, unknown>)
      .filter((value): value is DocumentNode => typeof value === 'object' && value !== null && 'definitions' in value)
      .flatMap(({ definitions }) => definitions)
      .map((definition) =>
        definition.kind === Kind.OPERATION_DEFINITION
          ? [
              definition.operation,
              ...definition.selectionSet.selections.map((field) =>
                field.kind === Kind.FIELD ? field.name.value : field.kind,
              ),
            ]
          : [definition.kind],
      )
    expect(asked.length).toBeGreaterThan(0)
    for (const [kind, ...fields] of asked) {
      expect(kind).toBe('query')
      for (const field of fields) expect(['user', 'business']).toContain(field)
    }
  })
})
