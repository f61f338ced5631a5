/** The words of the landing page (rows L), apart from the application's so that this page stays light. */
export const en = {
  'product.name': 'Placard',
  'nav.home': 'Home',
  'hero.lead': 'Your pictures, films and announcements, on every screen of your department.',
  'hero.sign-up': 'Sign Up',
  'hero.log-in': 'Log in',
  'services.heading': 'SERVICES',
  'services.web.title': 'Web Development',
  'services.web.text': 'Websites that load at once, read well on every device and are yours to keep.',
  'services.display.title': 'E-Display',
  'services.display.text': 'Notices, pictures and films on the screens of your building, changed from any phone.',
  'services.print.title': 'Cloud Printing',
  'services.print.text': 'Print from anywhere and collect it where you are: no drivers, no queue at the desk.',
  'services.app.title': 'App Development',
  'services.app.text': 'Apps for phones and desks, made with the people who will use them every day.',
} as const
