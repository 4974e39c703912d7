/** Permissions by thing, not by code. The keys are those of `@counterfoil/oauth/permissions`. */
export function permissionEn(harbour: string) {
  return {
    see_profile: { name: 'See who you are', what: 'Your name and email address' },
    see_business: { name: 'See your business details', what: 'Name, address, currency' },
    see_accounts: { name: 'See accounts and balances', what: 'Account names, types and today’s balances' },
    see_customers_invoices: { name: 'See customers and invoices', what: 'Names, emails, amounts, due dates' },
    see_customers: { name: 'See customers', what: 'Names, emails, addresses, what they owe' },
    see_invoices: { name: 'See invoices', what: 'Customers’ names, amounts, due dates, payments' },
    see_estimates: { name: 'See estimates', what: 'Customers’ names, amounts, expiry dates' },
    see_products: { name: 'See products and services', what: 'Names, descriptions, prices' },
    see_sales_taxes: { name: 'See sales taxes', what: 'Names and rates' },
    see_vendors: { name: 'See vendors', what: 'Names, emails, addresses' },
    see_transactions: { name: 'See transactions', what: 'Dates, descriptions, amounts' },
    change_profile: { name: 'Change your profile', what: 'Your name and settings' },
    change_business: { name: 'Change your business details', what: 'Name, address and settings' },
    change_accounts: { name: 'Add and change accounts', what: 'Names, descriptions; archiving them' },
    change_customers: { name: 'Add and change customers', what: 'Names, emails, addresses; deleting them' },
    change_invoices: {
      name: 'Add and change invoices',
      what: 'Including payments recorded on them; deleting them',
    },
    send_invoices: { name: 'Send invoices by email', what: 'From your business, in its name' },
    change_estimates: { name: 'Add and change estimates', what: 'Including deleting them' },
    send_estimates: { name: 'Send estimates by email', what: 'From your business, in its name' },
    change_products: { name: 'Add and change products and services', what: 'Names, prices; archiving them' },
    change_sales_taxes: { name: 'Add and change sales taxes', what: 'Names and rates; archiving them' },
    change_vendors: { name: 'Add and change vendors', what: 'Names, emails, addresses' },
    change_transactions: { name: 'Add transactions to your books', what: 'Dates, descriptions, amounts' },
    later: `and what ${harbour} adds to this later`,
  }
}

export function permissionFr(harbour: string): ReturnType<typeof permissionEn> {
  return {
    see_profile: { name: 'Voir qui vous êtes', what: 'Votre nom et votre adresse courriel' },
    see_business: { name: 'Voir les coordonnées de votre entreprise', what: 'Nom, adresse, devise' },
    see_accounts: { name: 'Voir les comptes et les soldes', what: 'Noms, types et soldes du jour' },
    see_customers_invoices: {
      name: 'Voir les clients et les factures',
      what: 'Noms, adresses courriel, montants, échéances',
    },
    see_customers: { name: 'Voir les clients', what: 'Noms, adresses courriel, adresses, ce qu’ils doivent' },
    see_invoices: { name: 'Voir les factures', what: 'Noms des clients, montants, échéances, paiements' },
    see_estimates: { name: 'Voir les devis', what: 'Noms des clients, montants, dates d’expiration' },
    see_products: { name: 'Voir les produits et services', what: 'Noms, descriptions, prix' },
    see_sales_taxes: { name: 'Voir les taxes de vente', what: 'Noms et taux' },
    see_vendors: { name: 'Voir les fournisseurs', what: 'Noms, adresses courriel, adresses' },
    see_transactions: { name: 'Voir les opérations', what: 'Dates, libellés, montants' },
    change_profile: { name: 'Modifier votre profil', what: 'Votre nom et vos réglages' },
    change_business: {
      name: 'Modifier les coordonnées de votre entreprise',
      what: 'Nom, adresse et réglages',
    },
    change_accounts: { name: 'Ajouter et modifier des comptes', what: 'Noms, descriptions ; archivage' },
    change_customers: {
      name: 'Ajouter et modifier des clients',
      what: 'Noms, adresses courriel, adresses ; suppression',
    },
    change_invoices: {
      name: 'Ajouter et modifier des factures',
      what: 'Y compris les paiements inscrits ; suppression',
    },
    send_invoices: {
      name: 'Envoyer des factures par courriel',
      what: 'De la part de votre entreprise, en son nom',
    },
    change_estimates: { name: 'Ajouter et modifier des devis', what: 'Y compris leur suppression' },
    send_estimates: {
      name: 'Envoyer des devis par courriel',
      what: 'De la part de votre entreprise, en son nom',
    },
    change_products: { name: 'Ajouter et modifier des produits et services', what: 'Noms, prix ; archivage' },
    change_sales_taxes: { name: 'Ajouter et modifier des taxes de vente', what: 'Noms et taux ; archivage' },
    change_vendors: {
      name: 'Ajouter et modifier des fournisseurs',
      what: 'Noms, adresses courriel, adresses',
    },
    change_transactions: {
      name: 'Ajouter des opérations à votre comptabilité',
      what: 'Dates, libellés, montants',
    },
    later: `et ce que ${harbour} y ajoutera plus tard`,
  }
}
