import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Locale } from '@counterfoil/bff-api/session'
import { useMemo } from 'react'
import type { Choice } from '#forms/choices/choices.ts'
import { AreaField, ChoiceField, type FieldProps, TextField, useFormWords } from '#forms/form-fields.tsx'
import {
  blankFaults,
  inputUnless,
  type ReadForm,
  textOf,
  textsOf,
  type Values,
  withoutBlanks,
} from '#forms/form-input.ts'
import { RecordFormScreen } from '#forms/form-screen.tsx'
import { isEmail } from '#forms/input-faults.ts'
import type { ToEdit } from '#forms/use-reading.ts'
import type { CountryCode } from '#generated/operations.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath } from '#navigation/paths.ts'
import { useWords } from '#words/words.tsx'

/** The fields, named as in the provider's input. */
const FIELDS = ['name', 'firstName', 'lastName', 'email', 'phone', 'website', 'internalNotes'] as const
const ADDRESS_FIELDS = ['addressLine1', 'addressLine2', 'city', 'postalCode', 'countryCode'] as const
const TYPES = { email: 'email', phone: 'tel' } as const

export function CustomerFormScreen(props: {
  readonly connection: ConnectionView
  readonly id: string | null
}) {
  const { connection, id } = props
  const f = useFormWords()
  return (
    <RecordFormScreen
      {...props}
      noun="customer"
      valuesOf={customerValues}
      read={(values) => readCustomer(values, { id, businessId: connection.businessId })}
      next={() =>
        id === null && (
          <AppLink className="button-plain" to={formPath('invoice', null)}>
            {f.title['invoice-create']}
          </AppLink>
        )
      }
    >
      {FIELDS.map((name) =>
        name === 'internalNotes' ? (
          <AreaField key={name} name={name} label={f.field[name]} isOptional />
        ) : (
          <TextField
            key={name}
            name={name}
            label={f.field[name]}
            isOptional={name !== 'name'}
            type={name in TYPES ? TYPES[name as keyof typeof TYPES] : 'text'}
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
    </RecordFormScreen>
  )
}

export function customerValues(customer: ToEdit['customer']): Values {
  const { address } = customer
  return withoutBlanks({
    ...Object.fromEntries(FIELDS.map((name) => [name, customer[name]])),
    'address.addressLine1': address?.addressLine1,
    'address.addressLine2': address?.addressLine2,
    'address.city': address?.city,
    'address.postalCode': address?.postalCode,
    'address.countryCode': address?.country?.code,
  })
}

/** Returns the input of a customer. Fields that the form does not show stay unchanged; an address without any text is removed. */
export function readCustomer(
  values: Values,
  { id, businessId }: { readonly id: string | null; readonly businessId: ConnectionView['businessId'] },
): ReadForm {
  const isNew = id === null
  const email = textOf(values, 'email')
  const lines = ADDRESS_FIELDS.map((name) => [name, textOf(values, `address.${name}`)] as const)
  const hasAddress = lines.some(([, text]) => text !== '')
  const isWrongEmail = email !== '' && !isEmail(email)
  return inputUnless(
    [...blankFaults(values, ['name']), ...(isWrongEmail ? [{ path: ['email'], code: 'INVALID' }] : [])],
    {
      ...(isNew ? { businessId } : { id }),
      ...textsOf(values, FIELDS, isNew),
      ...(hasAddress && { address: textsOf(Object.fromEntries(lines), ADDRESS_FIELDS, isNew) }),
      ...(!hasAddress && !isNew && { address: null }),
    },
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
