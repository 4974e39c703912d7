import { describe, expect, it } from 'vitest'
import { printNounTypes, type NounSdl } from './noun-types.ts'

const home: NounSdl = {
  module: '#books/customer/customer-schema.ts',
  prefix: 'Customer',
  text: `
    interface Node { id: ID! }
    type Customer implements Node @source(type: "./customer.ts#Customer") { id: ID! since: Date }
  `,
}

const invoice = (text: string): NounSdl => ({
  module: '#books/invoice/invoice-schema.ts',
  prefix: 'Invoice',
  text,
})

function typesOf(text: string): string {
  return printNounTypes([home, invoice(text)]).get('#books/invoice/invoice-schema.ts') ?? ''
}

describe(printNounTypes, () => {
  it('imports the type of another noun from its module', () => {
    const types = typesOf('type Invoice { customer: Customer! total: Decimal! paidAt: DateTime }')
    expect(types).toContain("import type { CustomerSource } from '#books/customer/customer-schema.ts'")
    expect(types).toContain('readonly customer: Field<CustomerSource>')
    expect(types).toContain('readonly total: Field<string>')
    expect(types).toContain('readonly paidAt: Field<Maybe<Date>>')
    expect(types).toContain('export type InvoiceSource = Plain<InvoiceFields>')
  })

  it('lets a noun add a field to the type of another one', () => {
    const types = typesOf('type Invoice { id: ID! } extend type Customer { invoices: [Invoice!]! }')
    expect(types).toContain(
      'type InvoiceCustomerFields = {\n  readonly invoices: Field<readonly (InvoiceSource)[]>',
    )
    expect(types).toContain('readonly Customer: { source: CustomerSource; fields: InvoiceCustomerFields }')
  })

  it('marks optional and nullable arguments', () => {
    const types = typesOf(
      'extend type Query { invoices(page: Int = 1, of: ID, from: Date!, in: [ID!]): Int }',
    )
    expect(types).toContain(
      '{ readonly page: number | null; readonly of?: string | null; readonly from: string; readonly in?: readonly (string)[] | null }',
    )
  })

  it('omits an enum that no field uses', () => {
    expect(typesOf('enum Used { A } enum Unused { B } type Invoice { used: Used }')).not.toContain('Unused')
  })

  it('prints the mutations of a noun as a type of their own, with their inputs', () => {
    const types = typesOf(`
      input InvoiceCreateInput { memo: String, kind: InvoiceKind! }
      enum InvoiceKind { DRAFT SENT }
      extend type Mutation { invoiceCreate(input: InvoiceCreateInput!): Boolean }
    `)
    expect(types).toContain('export type InvoiceCreateInput = {\n  readonly memo?: string | null\n')
    expect(types).toContain("export type InvoiceKind =\n  | 'DRAFT'\n  | 'SENT'")
    expect(types).toMatch(/InvoiceCommands<Needs = unknown> = ResolversOf<\s*\{\s*readonly Mutation:/)
  })

  it('requires only __typename for an interface or a union', () => {
    const types = typesOf('type Invoice { id: ID! source: Node any: Any } union Any = Invoice | Customer')
    expect(types).toContain("readonly source: Field<Maybe<{ readonly __typename: 'Customer' }>>")
    expect(types).toContain("readonly any: Field<Maybe<{ readonly __typename: 'Invoice' | 'Customer' }>>")
  })

  it('refuses a type that no noun defines', () => {
    expect(() => typesOf('type Invoice { vendor: Vendor }')).toThrow('No noun defines the type Vendor')
  })
})
