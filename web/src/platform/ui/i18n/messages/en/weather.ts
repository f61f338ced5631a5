import type { Message } from '@placard/contract'

/** Messages of the form for the weather. Loaded with it. */
export const words = {
  'weather.add': 'Add the weather',
  'weather.edit': 'Edit the weather',
  'weather.put-on': 'Put it on',
  'weather.added': 'Weather added. It is read again every half hour.',
  'weather.look': 'Look',
  'weather.look.now': 'Now',
  'weather.look.today': 'Today',
  'weather.look.days': 'Five days',
  'weather.town': 'Town of the display',
  'weather.town-hint': 'It belongs to the display and is saved at once.',
  'weather.other-town': 'Other town',
  'weather.find-town': 'Find a town',
  'weather.towns-found': 'Towns found',
  'weather.no-town-found': 'No town has this name. Smaller places are not in the list: choose the next town.',
  'weather.towns-not-read': 'The list of towns could not be read. Try again.',
  'weather.not-read': 'The forecast is being read …',
  'weather.failed': 'The forecast could not be read. It comes by itself when the source answers again.',
  'weather.no-source':
    'This server has no source for the weather yet. Its operator chooses one with these settings: WEATHER_SOURCE=met-norway and CONTACT, or WEATHER_SOURCE=open-meteo and WEATHER_NON_COMMERCIAL=yes.',
  'weather.playlist': 'Each display with this playlist shows the weather of its own town.',
  'weather.temperature': 'Temperature',
  'weather.wind': 'Wind',
  'weather.usual': 'As usual there',
  'weather.unit.celsius': '°C',
  'weather.unit.fahrenheit': '°F',
} as const satisfies Record<string, Message>
