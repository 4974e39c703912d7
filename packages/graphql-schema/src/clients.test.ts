import { isEnumType, isInterfaceType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readSchema } from './main.ts'

/** Fields, arguments with their defaults, and types that existing clients use. The schema may have more, never less. */
const SIGNATURES: Readonly<Record<string, string>> = {
  Query: `
    _: Boolean
    accountSubtypes: [AccountSubtype!]!
    accountTypes: [AccountType!]!
    business(id: ID): Business
    businesses(isArchived: Boolean, page: Int = 1, pageSize: Int = 10): BusinessConnection
    countries: [Country!]!
    country(code: CountryCode!): Country
    currencies: [Currency!]!
    currency(code: CurrencyCode!): Currency
    oAuthApplication: OAuthApplication
    province(code: String!): Province
    user: User
  `,
  Node: `
    id: ID!
  `,
  User: `
    createdAt: DateTime!
    defaultEmail: String
    firstName: String
    id: ID!
    lastName: String
    modifiedAt: DateTime!
  `,
  OAuthApplication: `
    clientId: String!
    createdAt: DateTime!
    description: String
    extraData: JSON
    id: ID!
    logoUrl: URL
    modifiedAt: DateTime!
    name: String!
  `,
  OffsetPageInfo: `
    currentPage: Int!
    totalCount: Int
    totalPages: Int
  `,
  BusinessConnection: `
    edges: [BusinessEdge!]!
    pageInfo: OffsetPageInfo!
  `,
  BusinessEdge: `
    node: Business
  `,
  Business: `
    address: Address
    createdAt: DateTime!
    currency: Currency!
    emailSendEnabled: Boolean!
    fax: String
    id: ID!
    invoiceEstimateSettings: InvoiceEstimateSettings!
    isArchived: Boolean!
    isClassicAccounting: Boolean!
    isClassicInvoicing: Boolean!
    isPersonal: Boolean!
    mobile: String
    modifiedAt: DateTime!
    name: String!
    organizationalType: OrganizationalType
    phone: String
    subtype: BusinessSubtype
    timezone: String
    tollFree: String
    type: BusinessType
    website: String
  `,
  BusinessType: `
    name: String!
    value: BusinessTypeValue!
  `,
  BusinessSubtype: `
    name: String!
    value: BusinessSubtypeValue!
  `,
  InvoiceEstimateSettings: `
    generalSettings: GeneralSettings!
  `,
  GeneralSettings: `
    accentColor: HexColorCode
    logoUrl: URL
  `,
  Address: `
    addressLine1: String
    addressLine2: String
    city: String
    country: Country
    postalCode: String
    province: Province
  `,
  Country: `
    code: CountryCode!
    currency: Currency!
    name: String!
    nameWithArticle: String!
    provinces: [Province!]!
  `,
  Currency: `
    code: CurrencyCode!
    exponent: Int!
    name: String!
    plural: String!
    symbol: String!
  `,
  Province: `
    code: String!
    name: String!
    slug: String
  `,
  AccountType: `
    name: String!
    normalBalanceType: AccountNormalBalanceType!
    value: AccountTypeValue!
  `,
  AccountSubtype: `
    archivable: Boolean!
    description: String
    name: String!
    systemCreated: Boolean!
    type: AccountType!
    value: AccountSubtypeValue!
  `,
}

/** Every value clients may send or expect. */
const ENUMS: Readonly<Record<string, string>> = {
  AccountNormalBalanceType: `
    CREDIT DEBIT
  `,
  AccountTypeValue: `
    ASSET EQUITY EXPENSE INCOME LIABILITY
  `,
  OrganizationalType: `
    CORPORATION PARTNERSHIP SOLE_PROPRIETORSHIP
  `,
  AccountSubtypeValue: `
    CASH_AND_BANK COST_OF_GOODS_SOLD CREDIT_CARD CUSTOMER_PREPAYMENTS_AND_CREDITS
    DEPRECIATION_AND_AMORTIZATION DISCOUNTS DUE_FOR_PAYROLL DUE_TO_YOU_AND_OTHER_OWNERS EXPENSE
    GAIN_ON_FOREIGN_EXCHANGE INCOME INVENTORY LOANS LOSS_ON_FOREIGN_EXCHANGE MONEY_IN_TRANSIT
    NON_RETAINED_EARNINGS OTHER_CURRENT_ASSETS OTHER_CURRENT_LIABILITY OTHER_INCOME
    OTHER_LONG_TERM_ASSETS OTHER_LONG_TERM_LIABILITY PAYABLE PAYABLE_BILLS PAYABLE_OTHER
    PAYMENT_PROCESSING_FEES PAYROLL_EXPENSES PROPERTY_PLANT_EQUIPMENT RECEIVABLE RECEIVABLE_INVOICES
    RECEIVABLE_OTHER RETAINED_EARNINGS SALES_TAX SYSTEM_CUSTOMER_CREDITS TRANSFERS UNCATEGORIZED_EXPENSE
    UNCATEGORIZED_INCOME UNKNOWN_ACCOUNT VENDOR_PREPAYMENTS_AND_CREDITS
  `,
  BusinessTypeValue: `
    ARTISTS_PHOTOGRAPHERS_CREATIVE CONSULTANTS_PROFESSIONALS FINANCE_INSURANCE HAIR_SPA_AESTHETICS
    MEDICAL_DENTAL_HEALTH_SERVICE NONPROFIT_ASSOCIATIONS_GROUPS OTHER PRODUCT_PROVIDER REALESTATE_HOME
    RETAILERS_AND_RESELLERS SERVICE_PROVIDER WEB_MEDIA_FREELANCER
  `,
  BusinessSubtypeValue: `
    ADVERTISING_PUBLIC_RELATIONS AGRICULTURE_RANCHING_FARMING ARTISTS_PHOTOGRAPHERS_CREATIVE__ACTOR
    ARTISTS_PHOTOGRAPHERS_CREATIVE__AUDIO_VISUAL_PRODUCTION ARTISTS_PHOTOGRAPHERS_CREATIVE__CRAFTSPERSON
    ARTISTS_PHOTOGRAPHERS_CREATIVE__DANCER_CHOREOG ARTISTS_PHOTOGRAPHERS_CREATIVE__MUSICIAN
    ARTISTS_PHOTOGRAPHERS_CREATIVE__OTHER
    ARTISTS_PHOTOGRAPHERS_CREATIVE__PERFORMING_ARTS_ACTING_MUSIC_DANCE
    ARTISTS_PHOTOGRAPHERS_CREATIVE__PHOTOGRAPHER ARTISTS_PHOTOGRAPHERS_CREATIVE__VISUAL_ARTIST
    AUTOMOTIVE_SALES_AND_REPAIR CHURCH_RELIGIOUS_ORGANIZATION CONSTRUCTION_HOME_IMPROVEMENT__CONTRACTOR
    CONSTRUCTION_HOME_IMPROVEMENT__ENGINEER CONSTRUCTION_HOME_IMPROVEMENT__HOME_INSPECTOR
    CONSTRUCTION_HOME_IMPROVEMENT__OTHER_TRADES CONSULTANTS_PROFESSIONALS__ACCOUNTANTS_BOOKKEEPERS
    CONSULTANTS_PROFESSIONALS__COMMUNICATIONS CONSULTANTS_PROFESSIONALS__EXECUTIVE_COACH
    CONSULTANTS_PROFESSIONALS__HR_RECRUITMENT_STAFFING CONSULTANTS_PROFESSIONALS__IT_TECHNICAL
    CONSULTANTS_PROFESSIONALS__OTHER CONSULTANTS_PROFESSIONALS__SALES DESIGN_ARCHITECTURE_ENGINEERING
    FINANCIAL_SERVICES HAIR_SPA_AESTHETICS__HAIR_SALON HAIR_SPA_AESTHETICS__MASSAGE
    HAIR_SPA_AESTHETICS__NAIL_SKIN_AESTHETICS HAIR_SPA_AESTHETICS__OTHER INSURANCE_AGENCY_BROKER
    LANDLORD_PROPERTY_MANAGER__LANDLORD LANDLORD_PROPERTY_MANAGER__PROPERTY_MANAGER
    LAWN_CARE_LANDSCAPING LEGAL_SERVICES LODGING_HOTEL_MOTEL MANUFACTURER_REPRESENTATIVE_AGENT
    MEDICAL_DENTAL_HEALTH_SERVICE__CHIROPRACTOR MEDICAL_DENTAL_HEALTH_SERVICE__DENTIST
    MEDICAL_DENTAL_HEALTH_SERVICE__FITNESS MEDICAL_DENTAL_HEALTH_SERVICE__MASSAGE_THERAPIST
    MEDICAL_DENTAL_HEALTH_SERVICE__MENTAL_HEALTH MEDICAL_DENTAL_HEALTH_SERVICE__NUTRITION
    MEDICAL_DENTAL_HEALTH_SERVICE__OCCUP_THERAPIST MEDICAL_DENTAL_HEALTH_SERVICE__OTHER
    MEDICAL_DENTAL_HEALTH_SERVICE__PHYSICAL_THERAPIST NONPROFIT_ASSOCIATIONS_GROUPS__ASSOCIATION
    NONPROFIT_ASSOCIATIONS_GROUPS__CHARITABLE NONPROFIT_ASSOCIATIONS_GROUPS__CLUB
    NONPROFIT_ASSOCIATIONS_GROUPS__CONDO NONPROFIT_ASSOCIATIONS_GROUPS__OTHER
    NONPROFIT_ASSOCIATIONS_GROUPS__PARENT_BOOSTER OTHER__OTHER_PLEASE_SPECIFY
    PRODUCT_PROVIDER__MANUFACTURER PRODUCT_PROVIDER__MANUFACTURER_AND_VENDOR PRODUCT_PROVIDER__OTHER
    PRODUCT_PROVIDER__VENDOR REAL_ESTATE_SALES__AGENT REAL_ESTATE_SALES__BROKER REAL_ESTATE_SALES__OTHER
    RENTAL REPAIR_AND_MAINTENANCE RESTAURANT_CATERER_BAR RETAILERS_AND_RESELLERS__EBAY
    RETAILERS_AND_RESELLERS__ETSY RETAILERS_AND_RESELLERS__NON_STORE_RETAILER
    RETAILERS_AND_RESELLERS__OTHER RETAILERS_AND_RESELLERS__STORE_RETAILER SALES_INDEPENDENT_AGENT
    SERVICE_PROVIDER__CLEANING_JANITORIAL_SERVICES SERVICE_PROVIDER__CUSTOMER_SERVICE_SUPPORT
    SERVICE_PROVIDER__DOMESTIC_CAREGIVER_EMPLOYER SERVICE_PROVIDER__FITNESS
    SERVICE_PROVIDER__OFFICE_ADMIN_SUPPORT SERVICE_PROVIDER__OTHER SERVICE_PROVIDER__PERSONAL_CARE
    SERVICE_PROVIDER__TELEMARKETING SERVICE_PROVIDER__TRANSCRIPTION TRANSPORTATION_TRUCKING_DELIVERY
    WEB_MEDIA_FREELANCER__DESIGNER WEB_MEDIA_FREELANCER__MARKETING_SOCIAL_MEDIA
    WEB_MEDIA_FREELANCER__OTHER WEB_MEDIA_FREELANCER__PROGRAMMER WEB_MEDIA_FREELANCER__SEO
    WEB_MEDIA_FREELANCER__WRITER WHOLESALE_DISTRIBUTION_SALES
  `,
  CountryCode: `
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
    BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH
    ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT
    HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
    LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI
    NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG
    SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG
    UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
  `,
  CurrencyCode: `
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYR BZD
    CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EEK EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP
    GMD GNF GTQ GWP GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD
    KYD KZT LAK LBP LKR LRD LSL LTL LVL LYD MAD MDL MGA MKD MMK MNT MOP MRO MRU MUR MVR MWK MXN MYR MZN
    NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD
    SHP SLL SOS SRD SSP STD SVC SYP SZL THB TJS TMM TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VEF VND
    VUV WST XAF XCD XOF XPF YER ZAR ZMK ZMW ZWD
  `,
}

/** Interfaces that clients write inline fragments on. */
const IMPLEMENTS = { User: ['Node'], Business: ['Node'], OAuthApplication: ['Node'] }

describe('the schema, for existing clients', () => {
  const schema = readSchema()

  const signatureOf = (typeName: string, fieldName: string) => {
    const type = schema.getType(typeName)
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined
    if (!field) return undefined
    const args = field.args.map((argument) => {
      const literal = argument.default?.literal
      const fallback = literal && 'value' in literal ? ` = ${String(literal.value)}` : ''
      return `${argument.name}: ${String(argument.type)}${fallback}`
    })
    return `${fieldName}${args.length > 0 ? `(${args.join(', ')})` : ''}: ${String(field.type)}`
  }

  const lines = Object.entries(SIGNATURES).flatMap(([typeName, text]) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => [typeName, line] as const),
  )

  it.each(lines)('has %s.%s', (typeName, line) => {
    const fieldName = /^\w+/.exec(line)?.[0] ?? ''
    expect(signatureOf(typeName, fieldName)).toBe(line)
  })

  it.each(Object.entries(ENUMS))('has every value of %s', (name, text) => {
    const type = schema.getType(name)
    const values = isEnumType(type) ? type.getValues().map((value) => value.name) : []
    expect(values.toSorted()).toEqual(text.trim().split(/\s+/).toSorted())
  })

  it.each(Object.entries(IMPLEMENTS))('makes %s readable through its interfaces', (name, interfaces) => {
    const type = schema.getType(name)
    expect(isObjectType(type) ? type.getInterfaces().map(String) : []).toEqual(interfaces)
  })

  it.each(['Date', 'DateTime', 'Decimal', 'HexColorCode', 'JSON', 'URL'])('defines the scalar %s', (name) => {
    expect(schema.getType(name)).toBeDefined()
  })
})
