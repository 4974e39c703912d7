/* Generated from messages/permissions.en.arb by packages/messages. Do not edit. */
export const permissionsEn = (harbour: string) => ({
  see_profile: {
    name: "See who you are",
    what: "Your name and email address",
  },
  see_business: {
    name: "See your business details",
    what: "Name, address, currency",
  },
  see_accounts: {
    name: "See accounts and balances",
    what: "Account names, types and today’s balances",
  },
  see_customers_invoices: {
    name: "See customers and invoices",
    what: "Names, emails, amounts, due dates",
  },
  see_customers: {
    name: "See customers",
    what: "Names, emails, addresses, what they owe",
  },
  see_invoices: {
    name: "See invoices",
    what: "Customers’ names, amounts, due dates, payments",
  },
  see_estimates: {
    name: "See estimates",
    what: "Customers’ names, amounts, expiry dates",
  },
  see_products: {
    name: "See products and services",
    what: "Names, descriptions, prices",
  },
  see_sales_taxes: {
    name: "See sales taxes",
    what: "Names and rates",
  },
  see_vendors: {
    name: "See vendors",
    what: "Names, emails, addresses",
  },
  see_transactions: {
    name: "See transactions",
    what: "Dates, descriptions, amounts",
  },
  change_profile: {
    name: "Change your profile",
    what: "Your name and settings",
  },
  change_business: {
    name: "Change your business details",
    what: "Name, address and settings",
  },
  change_accounts: {
    name: "Add and change accounts",
    what: "Names, descriptions; archiving them",
  },
  change_customers: {
    name: "Add and change customers",
    what: "Names, emails, addresses; deleting them",
  },
  change_invoices: {
    name: "Add and change invoices",
    what: "Including payments recorded on them; deleting them",
  },
  send_invoices: {
    name: "Send invoices by email",
    what: "From your business, in its name",
  },
  change_estimates: {
    name: "Add and change estimates",
    what: "Including deleting them",
  },
  send_estimates: {
    name: "Send estimates by email",
    what: "From your business, in its name",
  },
  change_products: {
    name: "Add and change products and services",
    what: "Names, prices; archiving them",
  },
  change_sales_taxes: {
    name: "Add and change sales taxes",
    what: "Names and rates; archiving them",
  },
  change_vendors: {
    name: "Add and change vendors",
    what: "Names, emails, addresses",
  },
  change_transactions: {
    name: "Add transactions to your books",
    what: "Dates, descriptions, amounts",
  },
  later: `and what ${harbour} adds to this later`,
})
