/* Generated from messages/permissions.fr.arb by packages/messages. Do not edit. */
export const permissionsFr = (harbour: string) => ({
  see_profile: {
    name: "Voir qui vous êtes",
    what: "Votre nom et votre adresse courriel",
  },
  see_business: {
    name: "Voir les coordonnées de votre entreprise",
    what: "Nom, adresse, devise",
  },
  see_accounts: {
    name: "Voir les comptes et les soldes",
    what: "Noms, types et soldes du jour",
  },
  see_customers_invoices: {
    name: "Voir les clients et les factures",
    what: "Noms, adresses courriel, montants, échéances",
  },
  see_customers: {
    name: "Voir les clients",
    what: "Noms, adresses courriel, adresses, ce qu’ils doivent",
  },
  see_invoices: {
    name: "Voir les factures",
    what: "Noms des clients, montants, échéances, paiements",
  },
  see_estimates: {
    name: "Voir les devis",
    what: "Noms des clients, montants, dates d’expiration",
  },
  see_products: {
    name: "Voir les produits et services",
    what: "Noms, descriptions, prix",
  },
  see_sales_taxes: {
    name: "Voir les taxes de vente",
    what: "Noms et taux",
  },
  see_vendors: {
    name: "Voir les fournisseurs",
    what: "Noms, adresses courriel, adresses",
  },
  see_transactions: {
    name: "Voir les opérations",
    what: "Dates, libellés, montants",
  },
  change_profile: {
    name: "Modifier votre profil",
    what: "Votre nom et vos réglages",
  },
  change_business: {
    name: "Modifier les coordonnées de votre entreprise",
    what: "Nom, adresse et réglages",
  },
  change_accounts: {
    name: "Ajouter et modifier des comptes",
    what: "Noms, descriptions\u00a0; archivage",
  },
  change_customers: {
    name: "Ajouter et modifier des clients",
    what: "Noms, adresses courriel, adresses\u00a0; suppression",
  },
  change_invoices: {
    name: "Ajouter et modifier des factures",
    what: "Y compris les paiements inscrits\u00a0; suppression",
  },
  send_invoices: {
    name: "Envoyer des factures par courriel",
    what: "De la part de votre entreprise, en son nom",
  },
  change_estimates: {
    name: "Ajouter et modifier des devis",
    what: "Y compris leur suppression",
  },
  send_estimates: {
    name: "Envoyer des devis par courriel",
    what: "De la part de votre entreprise, en son nom",
  },
  change_products: {
    name: "Ajouter et modifier des produits et services",
    what: "Noms, prix\u00a0; archivage",
  },
  change_sales_taxes: {
    name: "Ajouter et modifier des taxes de vente",
    what: "Noms et taux\u00a0; archivage",
  },
  change_vendors: {
    name: "Ajouter et modifier des fournisseurs",
    what: "Noms, adresses courriel, adresses",
  },
  change_transactions: {
    name: "Ajouter des opérations à votre comptabilité",
    what: "Dates, libellés, montants",
  },
  later: `et ce que ${harbour} y ajoutera plus tard`,
})
