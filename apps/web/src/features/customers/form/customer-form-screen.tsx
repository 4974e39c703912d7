import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Locale } from '@counterfoil/bff-api/session'
import type { BusinessWireId } from '@counterfoil/oauth/ids'
import { useMemo, useState } from 'react'
import type { Choice } from '#forms/choices/choices.ts'
import { AreaField, ChoiceField, type FieldProps, TextField, useFormWords } from '#forms/form-fields.tsx'
import { FormScreen } from '#forms/form-screen.tsx'
import { type InputError, isEmail, type Values } from '#forms/input-faults.ts'
import { RecordForm } from '#forms/record-form.tsx'
import type { DoneRecord } from '#forms/sent-command.ts'
import { type ToEdit, useToEdit } from '#forms/use-reading.ts'
import type { CountryCode } from '#generated/operations.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath } from '#navigation/paths.ts'
import { useWords } from '#words/words.tsx'

export function CustomerFormScreen(props: {
  readonly connection: ConnectionView
  readonly id: string | null
}) {
  const { connection, id } = props
  const f = useFormWords()
  const { record: customer, failure, again } = useToEdit(connection, 'customer', id)
  return (
    <FormScreen
      {...{ connection, id, failure }}
      form="customer"
      isReady={id === null || customer !== undefined}
      onRetry={again}
      onChange={again}
      next={() =>
        id === null && (
          <AppLink className="button-plain" to={formPath('invoice', null)}>
            {f.title['invoice-create']}
          </AppLink>
        )
      }
    >
      {(onDone) => (
        <CustomerForm key={customer?.modifiedAt ?? ''} {...{ connection, id, customer, onDone }} />
      )}
    </FormScreen>
  )
}

const NEW = {}

function CustomerForm(props: {
  readonly connection: ConnectionView
  readonly id: string | null
  readonly customer: ToEdit['customer'] | undefined
  readonly onDone: (done: DoneRecord) => void
}) {
  const { connection, id, customer } = props
  const f = useFormWords()
  const [initial] = useState(() => (customer === undefined ? NEW : customerValues(customer)))
  return (
    <RecordForm
      connection={connection}
      verb={id === null ? 'customer-create' : 'customer-patch'}
      recordId={id}
      initial={initial}
      modifiedAt={customer?.modifiedAt ?? null}
      label={({ name = '' }) => name}
      save={f.act.save}
      onDone={props.onDone}
      read={(values) => {
        const errors = customerFaults(values)
        if (errors.length > 0) return { kind: 'wrong', errors }
        return {
          kind: 'input',
          input:
            id === null ? customerCreateInput(values, connection.businessId) : customerPatchInput(values, id),
        }
      }}
    >
      {CUSTOMER_FIELDS.map((name) =>
        name === 'internalNotes' ? (
          <AreaField key={name} name={name} label={f.field[name]} isOptional />
        ) : (
          <TextField
            key={name}
            name={name}
            label={f.field[name]}
            isOptional={name !== 'name'}
            type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
            {...(name === 'email' ? { hint: f.hint.email } : {})}
          />
        ),
      )}
      <fieldset>
        <legend>{f.field.optional(f.field.address)}</legend>
        {ADDRESS_FIELDS.map((name) => {
          const AddressField = name === 'countryCode' ? CountryField : TextField
          return <AddressField key={name} name={`address.${name}`} label={f.field[name]} />
        })}
      </fieldset>
    </RecordForm>
  )
}

/** A select field of countries, named and sorted in the reader's language. Its values are ISO 3166-1 codes. */
function CountryField(props: FieldProps) {
  const { locale } = useWords()
  const f = useFormWords()
  const choices = useMemo(() => namedCountries(locale), [locale])
  return <ChoiceField {...props} choices={choices} empty={f.field.none} />
}

/** The ISO 3166-1 codes that the provider accepts. */
const CODES = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`

export const COUNTRY_CODES = CODES.trim().split(/\s/) as readonly CountryCode[]

/** Returns the countries with their codes, named and sorted in the given language. */
export function namedCountries(locale: Locale): readonly Choice[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return COUNTRY_CODES.map((id) => ({ id, name: names.of(id) ?? id })).toSorted((one, other) =>
    compare(one.name, other.name),
  )
}

/** The single-line fields, named as in the provider's input. */
const CUSTOMER_FIELDS = [
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'website',
  'internalNotes',
] as const
const ADDRESS_FIELDS = ['addressLine1', 'addressLine2', 'city', 'postalCode', 'countryCode'] as const

export function customerValues(customer: ToEdit['customer']): Values {
  const { address } = customer
  return withoutBlanks({
    ...Object.fromEntries(CUSTOMER_FIELDS.map((name) => [name, customer[name] ?? ''])),
    'address.addressLine1': address?.addressLine1 ?? '',
    'address.addressLine2': address?.addressLine2 ?? '',
    'address.city': address?.city ?? '',
    'address.postalCode': address?.postalCode ?? '',
    'address.countryCode': address?.country?.code ?? '',
  })
}

/** Returns the errors that every provider would report, so that nobody is asked to allow writing for an input that is refused. */
function customerFaults(values: Values): readonly InputError[] {
  const email = textOf(values, 'email')
  return [
    ...(textOf(values, 'name') === '' ? [{ path: ['name'], code: 'REQUIRED' }] : []),
    ...(email === '' || isEmail(email) ? [] : [{ path: ['email'], code: 'INVALID' }]),
  ]
}

/** Returns the input of a new customer, without blank fields. */
export function customerCreateInput(values: Values, businessId: BusinessWireId | null) {
  const address = addressOf(values)
  return {
    businessId,
    ...withoutBlanks(Object.fromEntries(CUSTOMER_FIELDS.map((name) => [name, textOf(values, name)]))),
    name: textOf(values, 'name'),
    ...(address === null ? {} : { address: withoutBlanks(address) }),
  }
}

/** Returns the input of a changed customer. Blank fields are cleared; fields that the form does not show stay unchanged. */
export function customerPatchInput(values: Values, id: string) {
  const address = addressOf(values)
  return {
    id,
    ...Object.fromEntries(CUSTOMER_FIELDS.map((name) => [name, textOf(values, name) || null])),
    name: textOf(values, 'name'),
    address:
      address === null
        ? null
        : Object.fromEntries(Object.entries(address).map(([name, text]) => [name, text || null])),
  }
}

/** Returns the address; null if all its fields are blank. */
function addressOf(values: Values): Readonly<Record<string, string>> | null {
  const lines = ADDRESS_FIELDS.map((name) => [name, textOf(values, `address.${name}`)] as const)
  if (lines.every(([, text]) => text === '')) return null
  return Object.fromEntries(lines)
}

function textOf(values: Values, name: string): string {
  return (values[name] ?? '').trim()
}

function withoutBlanks(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''))
}
