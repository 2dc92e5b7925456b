// The screens of procurement, in one script: what they share would otherwise be loaded with every screen of the panel.
export { InventoryScreen } from './inventory-screen.tsx'
export { OffersScreen } from './offers-screen.tsx'
export { OrderScreen } from './order-screen.tsx'
export { PeopleScreen } from './people-screen.tsx'
export { QuoteScreen } from './quote-screen.tsx'
export { QuotesScreen } from './quotes-screen.tsx'
export { SuppliersScreen } from './suppliers-screen.tsx'
