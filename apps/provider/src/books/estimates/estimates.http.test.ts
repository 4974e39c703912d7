import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

const ESTIMATE = `id estimateNumber status title estimateDate dueDate currency { code } exchangeRate
  subtotal { value } discountTotal { value } taxTotal { value } total { value } amountDue { value } amountPaid { value }
  depositStatus depositUnit depositValue depositTotal { value } depositPaymentStatus lastSentVia lastSentAt
  memo footer customer { name } discounts { __typename name ... on FixedEstimateDiscount { amount }
    ... on PercentageEstimateDiscount { percentage } }
  items { description quantity unitPrice subtotal { value } total { value } product { name } account { name }
    taxes { amount { value } salesTax { abbreviation } } }`
const ANSWER = `didSucceed inputErrors { path code message }`
const mutation = (name: string, fields = `estimate { ${ESTIMATE} }`) =>
  `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${ANSWER} ${fields} } }`
const PAYMENT = `estimatePayment { id amount memo paymentDate paymentMethod paymentAccountId active state }`

const DAY_MS = 86_400_000

describe.each(['memory', 'postgres'] as const)(
  'the estimates of a business, on a database of kind %s',
  (kind) => {
    let postgres: TestPostgres | undefined
    let endpoint: Endpoint
    let userId: UserId
    let business: { readonly uuid: BusinessId; readonly id: string }
    let token = ''
    let customerId = ''
    let productId = ''
    let hst = ''

    beforeAll(async () => {
      if (kind === 'postgres') postgres = await sharePostgres()
      const url = (await postgres?.createDatabase())?.url
      endpoint = await startEndpoint({
        database: url === undefined ? { kind: 'memory' } : { kind: 'postgres', url, maxConnections: 10 },
      })
    })
    afterAll(async () => {
      await endpoint.close()
      await postgres?.close()
    })
    beforeEach(async () => {
      userId = await endpoint.seed.user()
      business = await endpoint.seed.business(userId, { details: { timezone: 'America/Toronto' } })
      token = await endpoint.seed.personalToken(userId)
      customerId = await newCustomer('Ada Quay')
      hst = (
        await change('salesTaxCreate', 'salesTax { id }', {
          businessId: business.id,
          name: 'Harmonized Sales Tax',
          abbreviation: 'HST',
          rate: '0.13',
        })
      ).salesTax.id
      productId = (
        await change('productCreate', 'product { id }', {
          businessId: business.id,
          name: 'Design',
          description: 'Drawings',
          unitPrice: '50',
          incomeAccountId: await accountOf('INCOME'),
          defaultSalesTaxIds: [hst],
        })
      ).product.id
    })

    const read = async (query: string) =>
      (await ask(endpoint, token, `{ business(id: "${business.id}") { ${query} } }`)).body
    const change = async (
      name: string,
      fields: string | undefined,
      input: Readonly<Record<string, unknown>>,
    ) => {
      const { body } = await ask(endpoint, token, mutation(name, fields), { input })
      expect(body.errors).toBeUndefined()
      return Object.values(body.data)[0] as any
    }
    const newCustomer = async (name: string) =>
      (await change('customerCreate', 'customer { id }', { businessId: business.id, name })).customer.id
    const accountOf = async (subtype: string) => {
      const { data } = await read(`accounts(subtypes: [${subtype}]) { edges { node { id } } }`)
      return data.business.accounts.edges[0].node.id as string
    }
    const faultsOf = ({ didSucceed, inputErrors }: any) => {
      expect(didSucceed).toBe(false)
      return inputErrors.map(({ path, code }: any) => `${path.slice(1).join('.')} ${code}`)
    }
    const item = (more: Readonly<Record<string, unknown>> = {}) => ({ productId, unitPrice: '100', ...more })
    const create = (input: Readonly<Record<string, unknown>> = {}) =>
      change('estimateCreate', undefined, { businessId: business.id, customerId, items: [item()], ...input })
    const made = async (input: Readonly<Record<string, unknown>> = {}) => {
      const answer = await create(input)
      expect(answer.inputErrors).toEqual([])
      return answer.estimate
    }
    const does = (
      name: string,
      estimate: { readonly id: string },
      input: Readonly<Record<string, unknown>> = {},
    ) => change(name, name === 'estimateDelete' ? '' : undefined, { estimateId: estimate.id, ...input })
    const approved = async (input: Readonly<Record<string, unknown>> = {}) =>
      (await does('estimateApprove', await made(input))).estimate
    const patch = (estimate: any, input: Readonly<Record<string, unknown>>) =>
      change('estimatePatch', undefined, {
        id: estimate.id,
        currency: estimate.currency.code,
        customerId,
        dueDate: estimate.dueDate,
        estimateDate: estimate.estimateDate,
        exchangeRate: estimate.exchangeRate,
        status: estimate.status,
        title: estimate.title,
        ...input,
      })
    const pay = (
      estimate: { readonly id: string },
      amount: string,
      input: Readonly<Record<string, unknown>> = {},
    ) =>
      change('estimateDepositPaymentCreateManual', PAYMENT, {
        estimateId: estimate.id,
        amount,
        paymentDate: '2026-11-18',
        paymentMethod: 'CASH',
        ...input,
      })
    const balanceOf = async (subtype: string) => {
      const { data } = await read(`accounts(subtypes: [${subtype}]) { edges { node { balance } } }`)
      return data.business.accounts.edges.map(({ node }: any) => node.balance)
    }
    const numbersOf = async (args = '') => {
      const { data, errors } = await read(`estimates${args} { edges { node { estimateNumber } } }`)
      expect(errors).toBeUndefined()
      return data.business.estimates.edges.map(({ node }: any) => node.estimateNumber) as string[]
    }
    const rowsOf = async () => {
      const tables = [
        'estimates',
        'estimate_items',
        'estimate_item_taxes',
        'estimate_payments',
        'estimate_history',
        'entries',
      ]
      const counts = tables.map((table) =>
        sql`select * from ${sql.table(table)} where business_id = ${business.uuid}`.execute(endpoint.db),
      )
      return (await Promise.all(counts)).map(({ rows }) =>
        JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      )
    }

    it('begins as a draft of today with everything it was not told', async () => {
      expect(await made({ items: [{ productId, unitPrice: '33.335', quantity: '2' }] })).toEqual({
        id: expect.any(String),
        estimateNumber: '1',
        status: 'DRAFT',
        title: 'Estimate',
        // Three in the morning in Toronto.
        estimateDate: '2026-11-20',
        dueDate: '2026-12-20',
        currency: { code: 'CAD' },
        exchangeRate: '1',
        subtotal: { value: '66.67' },
        discountTotal: { value: '0.00' },
        taxTotal: { value: '8.67' },
        total: { value: '75.34' },
        amountDue: { value: '75.34' },
        amountPaid: { value: '0.00' },
        depositStatus: 'DISABLED',
        depositUnit: null,
        depositValue: null,
        depositTotal: { value: '0.00' },
        depositPaymentStatus: 'UNPAID',
        lastSentVia: null,
        lastSentAt: null,
        memo: null,
        footer: null,
        customer: { name: 'Ada Quay' },
        discounts: [],
        items: [
          {
            description: 'Drawings',
            quantity: '2',
            unitPrice: '33.335',
            subtotal: { value: '66.67' },
            total: { value: '75.34' },
            product: { name: 'Design' },
            account: { name: 'Sales' },
            taxes: [{ amount: { value: '8.67' }, salesTax: { abbreviation: 'HST' } }],
          },
        ],
      })
    })

    it('takes off a discount before the taxes, and asks for a deposit in cents or per cent', async () => {
      const items = ['33.33', '33.33', '33.34'].map((unitPrice) => item({ unitPrice }))
      const discounts = [{ discountType: 'PERCENTAGE', percentage: '10', name: 'Spring' }]
      const deposit = { depositStatus: 'ENABLED_OPTIONAL', depositUnit: 'PERCENTAGE', depositValue: 25 }
      const one = await made({ items, discounts, ...deposit })
      expect(one).toMatchObject({
        discountTotal: { value: '10.00' },
        total: { value: '101.70' },
        depositTotal: { value: '25.43' },
        depositValue: '25',
        discounts: [{ __typename: 'PercentageEstimateDiscount', name: 'Spring', percentage: '10' }],
      })
      const fixed = [{ discountType: 'FIXED', amount: '20.005' }]
      const other = await made({ discounts: fixed, ...deposit, depositUnit: 'AMOUNT', depositValue: '2500' })
      expect(other).toMatchObject({
        discountTotal: { value: '20.01' },
        depositTotal: { value: '25.00' },
        discounts: [{ __typename: 'FixedEstimateDiscount', name: null, amount: '20.01' }],
      })
    })

    it('says everything that is wrong with a new one, and keeps the books as they were', async () => {
      const before = await rowsOf()
      const answer = await create({
        title: 'x'.repeat(101),
        attachmentIds: ['none'],
        discounts: [{ discountType: 'FIXED' }, { discountType: 'FIXED', amount: '1' }],
        exchangeRate: '0',
        items: [item({ quantity: '1e30' }), item({ description: 'x'.repeat(2001) })],
      })
      expect(faultsOf(answer).toSorted()).toEqual([
        'attachmentIds.0 NOT_FOUND',
        'discounts INVALID',
        'discounts.0.amount REQUIRED',
        'exchangeRate OUT_OF_RANGE',
        'items.0.quantity OUT_OF_RANGE',
        'items.1.description TOO_LONG',
        'title TOO_LONG',
      ])
      const looked = await create({
        customerId: 'BAD_ID',
        currency: 'EUR',
        items: [
          item({ productId: '7' }),
          item({ taxes: [{ salesTaxId: hst }, { salesTaxId: hst }, { salesTaxId: '7' }] }),
        ],
        depositStatus: 'ENABLED_MANDATORY',
      })
      expect(faultsOf(looked).toSorted()).toEqual([
        'customerId NOT_FOUND',
        'depositUnit REQUIRED',
        'depositValue REQUIRED',
        'exchangeRate REQUIRED',
        'items.0.productId NOT_FOUND',
        'items.1.taxes.1.salesTaxId NOT_UNIQUE',
        'items.1.taxes.2.salesTaxId NOT_FOUND',
      ])
      const whole = await create({
        dueDate: '2026-11-19',
        exchangeRate: '1.1',
        discounts: [{ discountType: 'FIXED', amount: '100.01' }],
      })
      expect(faultsOf(whole)).toEqual([
        'dueDate INVALID',
        'exchangeRate OUT_OF_RANGE',
        'discounts.0.amount OUT_OF_RANGE',
      ])
      const deposit = { depositStatus: 'ENABLED_OPTIONAL', depositUnit: 'AMOUNT', depositValue: '11301' }
      expect(faultsOf(await create(deposit))).toEqual(['depositValue OUT_OF_RANGE'])
      expect(await rowsOf()).toEqual(before)
    })

    it('has the largest number in use and one more, and no number twice', async () => {
      await made({ estimateNumber: 'TK-019' })
      expect((await made()).estimateNumber).toBe('TK-020')
      expect(faultsOf(await create({ estimateNumber: ' TK-020 ' }))).toEqual(['estimateNumber NOT_UNIQUE'])
      const draft = await made({ estimateNumber: '0500' })
      await does('estimateDelete', draft)
      expect((await made()).estimateNumber).toBe('TK-021')
      const sent = await approved({ estimateNumber: 'TK-600' })
      await does('estimateDelete', sent)
      // A customer may have seen that one.
      const many = await Promise.all(Array.from({ length: 12 }, () => made()))
      expect(new Set(many.map(({ estimateNumber }) => estimateNumber))).toEqual(
        new Set(Array.from({ length: 12 }, (_, index) => `TK-${601 + index}`)),
      )
      expect((await made({ estimateNumber: 'TK-019b' })).estimateNumber).toBe('TK-019b')
    })

    it('changes what is given and leaves the rest; present values change nothing', async () => {
      const estimate = await made({ memo: 'Thank you', poNumber: '7' })
      expect((await patch(estimate, {})).estimate).toEqual(estimate)
      const changed = await patch(estimate, {
        memo: null,
        estimateNumber: '9',
        items: [item({ quantity: '3' })],
      })
      expect(changed.estimate).toMatchObject({ memo: null, estimateNumber: '9', total: { value: '339.00' } })
      const emptied = await patch(estimate, { items: [], discounts: [] })
      expect(emptied.estimate).toMatchObject({ items: [], total: { value: '0.00' } })
      expect((await patch(estimate, { status: 'APPROVED' })).estimate.status).toBe('APPROVED')
      expect(faultsOf(await patch(estimate, { status: 'ACCEPTED' }))).toEqual(['status INVALID_STATE'])
    })

    it('takes the tax rates of its own day, and keeps them until the day becomes another', async () => {
      const rates = [
        { effective: '2020-01-01', rate: '0.13' },
        { effective: '2026-11-25', rate: '0.15' },
      ]
      await change('salesTaxPatch', 'salesTax { id }', { id: hst, rates })
      const estimate = await made()
      expect(estimate.total.value).toBe('113.00')
      const later = (await patch(estimate, { estimateDate: '2026-11-25' })).estimate
      expect(later.total.value).toBe('115.00')
      await change('salesTaxPatch', 'salesTax { id }', {
        id: hst,
        rates: [{ effective: '2020-01-01', rate: '0.2' }],
      })
      expect((await patch(later, { memo: 'Same' })).estimate.total.value).toBe('115.00')
      const clone = (await does('estimateClone', later)).estimate
      expect(clone).toMatchObject({ status: 'DRAFT', estimateDate: '2026-11-20', total: { value: '120.00' } })
    })

    it('goes through its life, and remembers how it was sent and who decided', async () => {
      const estimate = await made()
      expect(faultsOf(await does('estimateMarkSent', estimate, { sendMethod: 'GMAIL' }))).toEqual([
        'estimateId INVALID_STATE',
      ])
      expect((await does('estimateApprove', estimate)).estimate.status).toBe('APPROVED')
      expect(faultsOf(await does('estimateApprove', estimate))).toEqual(['estimateId INVALID_STATE'])
      expect(faultsOf(await does('estimateMarkSent', estimate, { sendMethod: 'NOT_SENT' }))).toEqual([
        'sendMethod INVALID',
      ])
      const skipped = await does('estimateMarkSent', estimate, { sendMethod: 'SKIPPED' })
      expect(skipped.estimate).toMatchObject({ status: 'APPROVED', lastSentAt: null })
      const sent = await does('estimateMarkSent', estimate, {
        sendMethod: 'OUTLOOK',
        sentAt: '2026-11-19T10:00:00Z',
      })
      expect(sent.estimate).toMatchObject({
        status: 'SENT',
        lastSentVia: 'OUTLOOK',
        lastSentAt: '2026-11-19T10:00:00.000Z',
      })
      expect((await does('estimateMarkAccepted', estimate)).estimate.status).toBe('ACCEPTED')
      expect((await does('estimateMarkAccepted', estimate)).didSucceed).toBe(true)
      expect((await does('estimateResetAcceptance', estimate)).estimate.status).toBe('SENT')
      const history = 'history { state entityType name email entityId }'
      const { data } = await read(`estimate(id: "${estimate.id}", embedHistory: true) { ${history} }`)
      expect(data.business.estimate.history).toEqual(
        ['ACCEPTED', 'RESET'].map((state) => ({
          state,
          entityType: 'BUSINESS_OWNER',
          name: 'Ada Quay',
          email: expect.stringContaining('@example.com'),
          entityId: btoa(`User:${userId}`),
        })),
      )
      const bare = await read(
        `estimate(id: "${estimate.id}") { history { state } payments { id } attachments { id } }`,
      )
      expect(bare.data.business.estimate).toEqual({ history: null, payments: null, attachments: null })
    })

    it('expires the day after its due date, and is revived by a later one', async () => {
      const estimate = await approved({ estimateDate: '2026-11-01', dueDate: '2026-11-19' })
      expect(estimate.status).toBe('EXPIRED')
      expect(faultsOf(await does('estimateMarkAccepted', estimate))).toEqual(['estimateId INVALID_STATE'])
      expect(faultsOf(await pay(estimate, '1'))).toEqual(['estimateId INVALID_STATE'])
      const revived = (await patch(estimate, { dueDate: '2026-11-20' })).estimate
      expect(revived.status).toBe('APPROVED')
      expect((await does('estimateMarkAccepted', revived)).estimate.status).toBe('ACCEPTED')
    })

    it('keeps what the customer accepted', async () => {
      const estimate = await approved()
      await does('estimateMarkAccepted', estimate)
      const accepted = { ...estimate, status: 'ACCEPTED' }
      expect((await patch(accepted, { memo: 'Soon', items: [item()] })).estimate.memo).toBe('Soon')
      const answer = await patch(accepted, {
        items: [item({ quantity: '2' })],
        discounts: [{ discountType: 'FIXED', amount: '1' }],
        depositStatus: 'ENABLED_OPTIONAL',
        depositUnit: 'AMOUNT',
        depositValue: '1',
      })
      expect(faultsOf(answer)).toEqual([
        'discounts INVALID_STATE',
        'items INVALID_STATE',
        'depositValue INVALID_STATE',
      ])
    })

    describe('with a deposit', () => {
      const asked = { depositStatus: 'ENABLED_OPTIONAL', depositUnit: 'AMOUNT', depositValue: '2500' }

      it('is accepted by a payment, which the business owes until there is an invoice', async () => {
        const estimate = await approved(asked)
        const { estimatePayment } = await pay(estimate, '10.00', { memo: ' Half ' })
        expect(estimatePayment).toEqual({
          id: expect.any(String),
          amount: '10.00',
          memo: 'Half',
          paymentDate: '2026-11-18',
          paymentMethod: 'CASH',
          paymentAccountId: await accountOf('CASH_AND_BANK'),
          active: true,
          state: 'SUCCEEDED',
        })
        expect(await balanceOf('CASH_AND_BANK')).toEqual(['10.00'])
        expect(await balanceOf('SYSTEM_CUSTOMER_CREDITS')).toEqual(['10.00'])
        const { data } = await read(
          `estimate(id: "${estimate.id}", embedDepositPayments: true) { status depositPaymentStatus amountDue { value } payments { id } }`,
        )
        expect(data.business.estimate).toEqual({
          status: 'ACCEPTED',
          depositPaymentStatus: 'PAID_PARTIAL',
          amountDue: { value: '103.00' },
          payments: [{ id: estimatePayment.id }],
        })
        const { data: found } = await read(
          `estimatePayment(id: "${estimatePayment.id}") { amount estimate { id } }`,
        )
        expect(found.business.estimatePayment).toEqual({ amount: '10.00', estimate: { id: estimate.id } })
      })

      it('restores the books when a payment changes or is taken back', async () => {
        const estimate = await approved(asked)
        const { estimatePayment } = await pay(estimate, '10')
        const update = (input: Readonly<Record<string, unknown>>) =>
          change('estimateDepositPaymentUpdateManual', PAYMENT, {
            estimateId: estimate.id,
            id: estimatePayment.id,
            ...input,
          })
        expect((await update({ amount: '25', memo: 'All' })).estimatePayment).toMatchObject({
          amount: '25.00',
          memo: 'All',
          paymentMethod: 'CASH',
        })
        expect(await balanceOf('CASH_AND_BANK')).toEqual(['25.00'])
        expect((await update({ memo: null })).estimatePayment).toMatchObject({ amount: '25.00', memo: null })
        expect(faultsOf(await update({ amount: '113.01' }))).toEqual(['amount OUT_OF_RANGE'])
        expect(faultsOf(await does('estimateDelete', estimate))).toEqual(['estimateId HAS_PAYMENTS'])
        const remove = () => change('estimatePaymentDelete', '', { id: estimatePayment.id })
        expect(await remove()).toEqual({ didSucceed: true, inputErrors: [] })
        expect(await remove()).toEqual({ didSucceed: true, inputErrors: [] })
        expect(await balanceOf('CASH_AND_BANK')).toEqual(['0.00'])
        expect(await balanceOf('SYSTEM_CUSTOMER_CREDITS')).toEqual(['0.00'])
        expect(faultsOf(await update({ amount: '1' }))).toEqual(['id NOT_FOUND'])
        expect((await does('estimateDelete', estimate)).didSucceed).toBe(true)
      })

      it.each([
        ['0', 'OUT_OF_RANGE'],
        ['-1', 'OUT_OF_RANGE'],
        ['0.004', 'OUT_OF_RANGE'],
        ['113.01', 'OUT_OF_RANGE'],
        ['1e30', 'OUT_OF_RANGE'],
      ])('refuses a payment of %s', async (amount, code) => {
        const estimate = await approved(asked)
        expect(faultsOf(await pay(estimate, amount))).toEqual([`amount ${code}`])
      })

      it('takes money into an account for money alone, in a currency that fits', async () => {
        const estimate = await approved(asked)
        const into = async (paymentAccountId: string) =>
          faultsOf(await pay(estimate, '1', { paymentAccountId }))
        const account = async (input: Readonly<Record<string, unknown>>) =>
          (await change('accountCreate', 'account { id }', { businessId: business.id, name: 'X', ...input }))
            .account.id
        expect(await into('7')).toEqual(['paymentAccountId NOT_FOUND'])
        expect(await into(await accountOf('SYSTEM_CUSTOMER_CREDITS'))).toEqual([
          'paymentAccountId SYSTEM_ACCOUNT',
        ])
        const euros = await account({ subtype: 'CASH_AND_BANK', currency: 'EUR' })
        expect(await into(euros)).toEqual(['paymentAccountId CURRENCY_MISMATCH'])
        const old = await account({ subtype: 'CASH_AND_BANK' })
        await change('accountArchive', '', { id: old })
        expect(await into(old)).toEqual(['paymentAccountId ARCHIVED'])
      })

      it('in another currency is worth what it is at the rate of the estimate', async () => {
        const estimate = await approved({ ...asked, currency: 'EUR', exchangeRate: '1.4777' })
        expect((await pay(estimate, '100')).didSucceed).toBe(true)
        expect(await balanceOf('CASH_AND_BANK')).toEqual(['147.77'])
        const { data } = await read(
          'accounts(subtypes: [SYSTEM_CUSTOMER_CREDITS]) { edges { node { currency { code } balance balanceInBusinessCurrency } } }',
        )
        const nodes = data.business.accounts.edges.map(({ node }: any) => node)
        expect(nodes).toContainEqual({
          currency: { code: 'EUR' },
          balance: '100.00',
          balanceInBusinessCurrency: '147.77',
        })
      })

      it('keeps customer and currency, and a total that covers what was paid', async () => {
        const estimate = await approved(asked)
        await pay(estimate, '50')
        const reset = (await does('estimateResetAcceptance', estimate)).estimate
        expect(reset.status).toBe('APPROVED')
        const other = await newCustomer('Bea')
        expect(
          faultsOf(await patch(reset, { customerId: other, currency: 'EUR', exchangeRate: '2' })),
        ).toEqual(['customerId HAS_PAYMENTS', 'currency HAS_PAYMENTS'])
        expect(
          faultsOf(await patch(reset, { items: [item({ unitPrice: '40' })], depositStatus: 'DISABLED' })),
        ).toEqual(['items OUT_OF_RANGE'])
      })
    })

    describe('as an invoice', () => {
      const asked = { depositStatus: 'ENABLED_MANDATORY', depositUnit: 'AMOUNT', depositValue: '2500' }
      const INVOICE = `status invoiceNumber invoiceDate dueDate title memo total { value } amountDue { value }
      amountPaid { value } exchangeRate customer { name } discounts { name } source { __typename ... on NewEstimate { id } }
      items { description quantity unitPrice total { value } }`
      const invoiceOf = async (id: string) =>
        (await read(`invoice(id: "${id}") { ${INVOICE} }`)).data.business.invoice
      const converted = async (estimate: { readonly id: string }) => {
        const answer = await change('convertEstimateToInvoice', 'invoiceId', { estimateId: estimate.id })
        expect(answer).toMatchObject({ didSucceed: true, inputErrors: [] })
        return answer.invoiceId as string
      }
      const approve = async (invoiceId: string) =>
        (await change('invoiceApprove', 'invoice { status }', { invoiceId })).invoice.status

      it('is a draft of today with the same lines, and leads back to it', async () => {
        const estimate = await approved({
          estimateDate: '2026-11-01',
          memo: 'Thank you',
          items: [item({ name: 'Gate', quantity: '2' }), item({ description: null })],
          discounts: [{ discountType: 'PERCENTAGE', percentage: '10', name: 'Spring' }],
        })
        const invoice = await invoiceOf(await converted(estimate))
        expect(invoice).toEqual({
          status: 'DRAFT',
          invoiceNumber: '1',
          invoiceDate: '2026-11-20',
          dueDate: '2026-12-20',
          title: 'Invoice',
          memo: 'Thank you',
          total: { value: '305.10' },
          amountDue: { value: '305.10' },
          amountPaid: { value: '0.00' },
          exchangeRate: '1',
          customer: { name: 'Ada Quay' },
          discounts: [{ name: 'Spring' }],
          source: { __typename: 'NewEstimate', id: estimate.id },
          items: [
            { description: 'Gate\nDrawings', quantity: '2', unitPrice: '100', total: { value: '223.40' } },
            { description: null, quantity: '1', unitPrice: '100', total: { value: '111.70' } },
          ],
        })
        const { data } = await read(`estimate(id: "${estimate.id}") { status }`)
        expect(data.business.estimate.status).toBe('CONVERTED')
        expect(await numbersOf('(status: CONVERTED)')).toEqual(['1'])
      })

      it('gets what was paid of the deposit when it is approved, and not before', async () => {
        const estimate = await approved(asked)
        const refusal = await change('convertEstimateToInvoice', 'invoiceId', { estimateId: estimate.id })
        expect(faultsOf(refusal)).toEqual(['estimateId DEPOSIT_REQUIRED'])
        expect(refusal.invoiceId).toBe('')
        const first = (await pay(estimate, '25')).estimatePayment
        const second = (await pay(estimate, '10')).estimatePayment
        const invoiceId = await converted(estimate)
        const remove = ({ id }: { readonly id: string }) => change('estimatePaymentDelete', '', { id })
        expect((await remove(second)).didSucceed).toBe(true)
        expect(await invoiceOf(invoiceId)).toMatchObject({ amountPaid: { value: '0.00' } })
        expect(await balanceOf('SYSTEM_CUSTOMER_CREDITS')).toEqual(['25.00'])
        expect(await approve(invoiceId)).toBe('PARTIAL')
        expect(await invoiceOf(invoiceId)).toMatchObject({
          amountPaid: { value: '25.00' },
          amountDue: { value: '88.00' },
        })
        expect(await balanceOf('SYSTEM_CUSTOMER_CREDITS')).toEqual(['0.00'])
        expect(await balanceOf('RECEIVABLE_INVOICES')).toEqual(['88.00'])
        expect(await balanceOf('CASH_AND_BANK')).toEqual(['25.00'])
        expect(faultsOf(await remove(first))).toEqual(['id HAS_PAYMENTS'])
        const update = { estimateId: estimate.id, id: first.id, amount: '1' }
        expect(faultsOf(await change('estimateDepositPaymentUpdateManual', PAYMENT, update))).toEqual([
          'id HAS_PAYMENTS',
        ])
        expect(faultsOf(await pay(estimate, '1'))).toEqual(['estimateId INVALID_STATE'])
      })

      it('in another currency settles at the rate of the invoice, and leaves nothing behind', async () => {
        const estimate = await approved({ currency: 'EUR', exchangeRate: '1.4777' })
        await pay(estimate, '113')
        expect(await approve(await converted(estimate))).toBe('PAID')
        const { data } = await read(
          'accounts(subtypes: [SYSTEM_CUSTOMER_CREDITS, RECEIVABLE_INVOICES]) { edges { node { balance balanceInBusinessCurrency } } }',
        )
        for (const { node } of data.business.accounts.edges) {
          expect(node).toEqual({ balance: '0.00', balanceInBusinessCurrency: '0.00' })
        }
      })

      it('is made once, and once more when it was deleted', async () => {
        const estimate = await approved()
        const invoiceId = await converted(estimate)
        const again = () => change('convertEstimateToInvoice', 'invoiceId', { estimateId: estimate.id })
        expect(faultsOf(await again())).toEqual(['estimateId INVALID_STATE'])
        expect(faultsOf(await patch(estimate, {}))).toEqual(['id INVALID_STATE'])
        expect(faultsOf(await does('estimateResetAcceptance', estimate))).toEqual([
          'estimateId INVALID_STATE',
        ])
        await change('invoiceDelete', '', { invoiceId })
        expect((await again()).invoiceId).not.toBe(invoiceId)
      })

      it('is made of one that was approved and is still good', async () => {
        const draft = await made()
        const expired = await approved({ estimateDate: '2026-11-01', dueDate: '2026-11-19' })
        for (const { id } of [draft, expired]) {
          const answer = await change('convertEstimateToInvoice', 'invoiceId', { estimateId: id })
          expect(faultsOf(answer)).toEqual(['estimateId INVALID_STATE'])
        }
      })

      it('needs the scope to write invoices too', async () => {
        const estimate = await approved()
        const applicationId = await endpoint.seed.application()
        const scopes = 'business:read estimate:write'
        await endpoint.db
          .updateTable('applications')
          .set({ allowed_scopes: `${scopes} invoice:write` })
          .where('id', '=', applicationId)
          .execute()
        const before = await rowsOf()
        const seed = { userId, applicationId, businessId: business.uuid }
        const ask2 = async (given: string) => {
          const { token: bearer } = await endpoint.seed.token({ ...seed, scopes: given })
          const input = { estimateId: estimate.id }
          return (await ask(endpoint, bearer, mutation('convertEstimateToInvoice', 'invoiceId'), { input }))
            .body
        }
        const refusal = await ask2(scopes)
        expect(refusal.data).toEqual({ convertEstimateToInvoice: null })
        expect(refusal.errors?.[0]?.extensions).toMatchObject({ requiredScopes: ['invoice:write'] })
        expect(await rowsOf()).toEqual(before)
      })
    })

    describe('in a list', () => {
      it('come by every order, and the other way round', async () => {
        const bea = await newCustomer('Bea')
        await made({
          estimateNumber: '10',
          estimateDate: '2026-11-03',
          dueDate: '2026-12-01',
          items: [item({ unitPrice: '5' })],
        })
        await approved({
          estimateNumber: '9',
          customerId: bea,
          estimateDate: '2026-11-01',
          dueDate: '2026-12-03',
          items: [item({ unitPrice: '7' })],
        })
        await approved({
          estimateNumber: '11',
          estimateDate: '2026-11-02',
          dueDate: '2026-12-02',
          items: [item({ unitPrice: '6' })],
        })
        const orders = {
          CREATED_AT: ['10', '9', '11'],
          AMOUNT_DUE: ['10', '11', '9'],
          AMOUNT_PAID: ['10', '9', '11'],
          CUSTOMER_NAME: ['10', '11', '9'],
          DUE_AT: ['10', '11', '9'],
          ESTIMATE_DATE: ['9', '11', '10'],
          ESTIMATE_NUMBER: ['9', '10', '11'],
          MODIFIED_AT: ['10', '9', '11'],
          STATUS: ['10', '9', '11'],
          TOTAL: ['10', '11', '9'],
        }
        for (const [name, numbers] of Object.entries(orders)) {
          expect([name, await numbersOf(`(sort: ${name}_ASC)`)]).toEqual([name, numbers])
          expect([name, await numbersOf(`(sort: ${name}_DESC)`)]).toEqual([name, numbers.toReversed()])
        }
        expect(await numbersOf()).toEqual(['11', '9', '10'])
        expect(await numbersOf('(pageSize: 1, page: 2)')).toEqual(['9'])
      })

      it('are found by each filter', async () => {
        const bea = await newCustomer('Bea')
        const old = { estimateDate: '2026-11-01', dueDate: '2026-11-19' }
        const deposit = { depositStatus: 'ENABLED_OPTIONAL', depositUnit: 'AMOUNT', depositValue: '2500' }
        await made({ estimateNumber: 'draft' })
        await approved({ estimateNumber: 'a_pproved', customerId: bea })
        await approved({ estimateNumber: 'expired', ...old })
        await does('estimateMarkSent', await approved({ estimateNumber: 'sent' }), { sendMethod: 'WAVE' })
        await does('estimateMarkAccepted', await approved({ estimateNumber: 'accepted' }))
        await approved({ estimateNumber: 'unpaid', ...deposit })
        await pay(await approved({ estimateNumber: 'partial', ...deposit }), '24.99')
        await pay(
          await approved({ estimateNumber: 'paid', ...deposit, currency: 'EUR', exchangeRate: '1.5' }),
          '25',
        )
        await does('estimateDelete', await approved({ estimateNumber: 'deleted' }))
        const found = async (args: string) => (await numbersOf(`(${args}, sort: CREATED_AT_ASC)`)).join(' ')
        expect(await found('status: DRAFT')).toBe('draft')
        expect(await found('status: APPROVED')).toBe('a_pproved unpaid')
        expect(await found('status: EXPIRED')).toBe('expired')
        expect(await found('status: SENT')).toBe('sent')
        expect(await found('status: ACCEPTED')).toBe('accepted partial paid')
        expect(await found('status: ACTIVE')).toBe('a_pproved sent accepted unpaid partial paid')
        expect(await found('status: UNPAID')).toBe('unpaid')
        expect(await found('status: PARTIAL')).toBe('partial')
        expect(await found('status: PAID')).toBe('paid')
        for (const status of ['REJECTED', 'VIEWED', 'CONVERTED'])
          expect(await found(`status: ${status}`)).toBe('')
        expect(await found(`customerId: "${bea}"`)).toBe('a_pproved')
        expect(await found(`customerId: "${atob(bea).split(':').at(-1)}"`)).toBe('a_pproved')
        expect(await found('customerId: "BAD_ID"')).toBe('')
        expect(await found('currency: EUR')).toBe('paid')
        expect(await found('amountDue: "88.00"')).toBe('paid')
        expect(await found('amountDue: 88.01')).toBe('partial')
        expect(await found('amountDue: 88.011')).toBe('')
        expect(await found('estimateDateEnd: "2026-11-01"')).toBe('expired')
        expect(await found('estimateDateStart: "2026-11-21"')).toBe('')
        expect(await found('estimateNumber: "P_"')).toBe('')
        expect(await found('estimateNumber: "A_P"')).toBe('a_pproved')
        const now = endpoint.now().toISOString()
        const later = new Date(endpoint.now().getTime() + DAY_MS).toISOString()
        expect(await numbersOf(`(modifiedAtAfter: "${now}", modifiedAtBefore: "${now}")`)).toHaveLength(8)
        expect(await found(`modifiedAtAfter: "${later}"`)).toBe('')
        expect(await numbersOf('(status: null, amountDue: null)')).toHaveLength(8)
        const { data } = await read(
          'estimates(status: ACTIVE, pageSize: 4) { pageInfo { totalCount totalPages } }',
        )
        expect(data.business.estimates.pageInfo).toEqual({ totalCount: 6, totalPages: 2 })
      })
    })

    it('keep their customer, who is put away and not gone when it is deleted', async () => {
      const id = await newCustomer('Bea')
      const estimate = await made({ customerId: id })
      expect(await change('customerDelete', '', { id })).toEqual({ didSucceed: true, inputErrors: [] })
      const { data } = await read(`estimate(id: "${estimate.id}") { customer { name isArchived } }`)
      expect(data.business.estimate.customer).toEqual({ name: 'Bea', isArchived: true })
      expect(faultsOf(await create({ customerId: id }))).toEqual(['customerId ARCHIVED'])
      const kept = await patch(estimate, { customerId: id, memo: 'Still' })
      expect(kept.estimate.memo).toBe('Still')
      expect(faultsOf(await does('estimateClone', estimate))).toEqual(['customerId ARCHIVED'])
    })

    it('answers a foreign estimate as an unknown one', async () => {
      const estimate = await approved()
      const stranger = await endpoint.seed.user()
      const own = await endpoint.seed.business(stranger)
      const theirs = await endpoint.seed.personalToken(stranger)
      const query = `{ business(id: "${own.id}") { estimate(id: "${estimate.id}") { id } } }`
      const { body } = await ask(endpoint, theirs, query)
      expect(body.errors?.[0]).toMatchObject({
        message: `Estimate '${estimate.id}' could not be found.`,
        extensions: { code: 'NOT_FOUND' },
      })
      const before = await rowsOf()
      const commands = ['estimateApprove', 'estimateClone', 'estimateMarkAccepted', 'estimateResetAcceptance']
      for (const name of commands) {
        const answer = await ask(endpoint, theirs, mutation(name), { input: { estimateId: estimate.id } })
        expect(faultsOf(answer.body.data[name])).toEqual(['estimateId NOT_FOUND'])
      }
      expect(await rowsOf()).toEqual(before)
    })

    it('stays readable after it was deleted, and nothing more can happen to it', async () => {
      const estimate = await made()
      expect(await does('estimateDelete', estimate)).toEqual({ didSucceed: true, inputErrors: [] })
      expect(await does('estimateDelete', estimate)).toEqual({ didSucceed: true, inputErrors: [] })
      const { data } = await read(`estimate(id: "${estimate.id}") { status }`)
      expect(data.business.estimate).toEqual({ status: 'DELETED' })
      expect(faultsOf(await does('estimateApprove', estimate))).toEqual(['estimateId INVALID_STATE'])
      expect(faultsOf(await patch(estimate, { status: 'DRAFT' }))).toEqual(['id INVALID_STATE'])
      expect(faultsOf(await does('estimateClone', estimate))).toEqual(['estimateId INVALID_STATE'])
    })
  },
)
