import type { Message } from '@placard/contract'

/** Messages about screens: pairing, addresses, and their state. */
export const words = {
  'screens.only-here':
    'This address only works on this device. For other devices, replace {host} with the name or address of the server.',

  'screen-address.lead': 'Open this address in the browser of the screen. You can type, scan or send it.',
  'screen-address.address': 'Address of this display',
  'screen-address.qr': 'QR code of the address',
  'screen-address.hangs': 'Orientation of the screen',
  'screen-address.hangs-hint':
    'The thick edge is the bottom edge when the screen stands on a desk. If the screen rotates its picture itself, choose “Level”.',
  'screen-address.read-lead': 'For people who cannot see the screen or pass it too quickly:',
  'screen-address.read': 'everything that it shows, as a page to read',
  'screen-address.turn.0': 'Level',
  'screen-address.turn.90': 'Upright, that edge right',
  'screen-address.turn.180': 'Upside down',
  'screen-address.turn.270': 'Upright, that edge left',
  'screen-address.open': 'Open it here',

  'screens.offline-ready': 'Also plays without a network',
  'screens.offline-unavailable': 'Needs the network to play',
  'screens.empty-loop': 'No content',
  'screens.some-item': 'A container',
  'screens.details': 'Details',
  'screens.details-of': 'Details of {name}',
  'screens.seen-now': 'Seen just now',
  'screens.seen': 'Seen {ago}',
  'screens.state.well': 'Up to date',
  'screens.state.starting': 'Starting',
  'screens.state.troubled': 'Has a problem',
  'screens.state.updating': 'Updating, {duration} so far',
  'screens.state.behind': 'Behind by {duration}',
  'screens.state.old': 'Shows an older version',
  'screens.state.unseen': 'Not seen since {time}',
  'screens.state.silent': 'No report since {time}',
  'screens.state.asleep': 'Dark on schedule: on again {time}',
  'screens.state.off': 'Off on schedule until {time}',
  'screens.state.dark': 'Nothing shown since {time}',
  'screens.playing': 'Playing: {title}',
  'screens.zone-playing': 'Zone {number}: {title}',
  'screens.advice.silent':
    'It stopped reporting. Check the device, its browser and its network. It may still be playing without a network.',
  'screens.advice.dark':
    'Its page is connected but draws nothing. It may be hidden behind another window, minimised or frozen. Check the screen, and restart its browser.',
  'screens.advice.closed': 'Its page was closed. Open the display’s address on the screen again.',
  'screens.advice.behind': 'It does not show the latest change. Check its network, or reload its page.',
  'screens.advice.missing': '“{title}” is not shown: its file is not on the server. Upload it again.',
  'screens.advice.unreachable':
    '“{title}” is not shown: its address does not answer. Check the address and the network of the screen.',
  'screens.advice.unshowable':
    '“{title}” is not shown: it is damaged, deleted, or of a kind that this device cannot play. Open its address to check, or replace it.',
  'screens.advice.nothing-shows': 'It cannot show any item of the loop at the moment. The texts still run.',
  'screens.advice.full':
    'The device has no space for all files, so it needs the network to play. Free some space on it, or show fewer files.',
  'screens.advice.helped-itself':
    'Its picture froze, and it restarted at {time}. If this happens again, restart the device.',
  'screens.rename': 'Rename',
  'screens.rename.title': 'Name this screen',
  'screens.rename.label': 'Name',
  'screens.rename.hint': 'For example where it hangs: Reception left.',

  'door.title': 'Add anything',
  'door.choose': 'Choose files',
  'door.drop': 'or drop or paste them here',
  'door.kinds': 'Pictures (also animated, HEIC, TIFF and SVG), films and PDFs. You can add several at once.',
  'door.quality': 'Keep 4K and 60 frames per second',
  'door.quality-hint': 'Not every screen can play such films. Otherwise films are converted to play on every screen.',
  'door.address': 'Or an address',
  'door.board': 'Menu or table (board)',
  'door.address-hint': 'YouTube, a film, a live stream (.m3u8), a web page, news (RSS), a calendar.',
  'door.address-wrong': 'This is not an address. Copy it from your browser, with https.',
  'door.go-on': 'Continue',

  'test.heading': 'Smart ClassRoom', // R7
  'test.frame': 'Slide presentation: Smart ClassRoom',

  'screens.without-https':
    'This address has no https. A screen keeps playing when the network is lost, but needs https to start without a network. Ask your operator for an https address.',

  'hung.inches': 'Screen, in inches',
  'hung.metres': 'Viewing distance, in metres',
  'hung.hint': 'The diagonal, and the distance of most viewers. Placard uses them to find text that is too small.',
  'hung.hint-display': 'For its screens that are not paired. Placard uses this to find text that is too small.',

  'screens.unnamed': 'Screen {id}',
  'screens.show-gone': { one: 'Show {count} closed screen', other: 'Show {count} closed screens' },
  'screens.quiet-advice':
    'A screen without a name may be a forgotten browser tab. Name your screens to get alerts when one of them shows nothing.',
  'screens.full-list': {
    one: 'The list holds at most {count} screen.',
    other: 'The list holds at most {count} screens. Remove unused screens to make room for new ones.',
  },
  'screens.remove': 'Remove',
  'screens.remove-question':
    'Remove this screen from the list? If it is still running, it appears again without its name.',
  'screens.removed': '{name} removed',
  'screens.alarm': { one: '{count} screen may show nothing', other: '{count} screens may show nothing' },
  'screens.alarm.dark': '{name} shows nothing',
  'screens.alarm.silent': '{name} is not reporting',

  'health.title': 'How much of the loop do people see?',
  'health.line': '{length} loop · {share} seen',
  'health.sum': 'Your loop takes {length}: somebody who stays for {dwell} sees {share} of it.',
  'health.sum-playlist':
    'This playlist takes {length}: somebody who stays for {dwell} sees {share} of it. On a display it plays together with other content.',
  'health.nothing': 'Nothing is on now.',
  'health.nothing-then': 'Nothing is on',
  'health.seen': 'Seen in {dwell}',
  'health.dwell': 'People stay for',
  'health.dwell-kept':
    'This is a setting of the display. Choose how long most people stay: passing by, waiting for a lift, or sitting.',
  'health.dwell-look':
    'You can try other durations here. Only an owner of the organisation can save one for the display.',
  'health.items': 'Who sees it within {dwell}',
  'health.often': '{span}, {times} times an hour',
  'health.edit': 'Edit “{title}”',
  'health.open': 'Open playlist “{title}”',
  'health.mend.longest':
    '“{title}” takes {span}, {share} of the loop. With {dwell} the loop would take {length}, and people would see {seen} of it.',
  'health.mend.do': 'Change its duration',
  'health.mend.many':
    'The loop is longer than people stay. Remove containers, or schedule some of them for other times.',
  'health.zones': 'Other zones',
  'health.zone': 'Zone {number}: {name}',
  'health.texts': 'Texts',
  'health.texts-round': 'All texts pass once in about {round}.',
  'health.texts-long': {
    one: '{count} text takes longer to pass than people stay ({dwell}). Shorten it.',
    other: '{count} texts take longer to pass than people stay ({dwell}). Shorten them.',
  },
  'health.other-times': 'At other times in the next 24 hours',
  'health.conditions': 'Some of these depend on a condition. They are counted as they are now.',
  'health.now-only': 'This is the current loop. Its length stays about the same in the next 24 hours.',

  'screens.to-alerts': 'Incidents and alerts',
  'screens.to-wall': 'Arrange as a wall',

  'paired.see-all': 'See all screens',
  'paired.or-pair':
    'Or open {address} on it. That address is shorter, and you can move, name and control the screen from here.',
  'paired.display': 'Display',
  'paired.display-hint': 'The screen switches to it at once.',
  'paired.no-display': 'No display',
  'paired.place': 'Place',
  'paired.place-hint': 'For example: Main building, ground floor. Screens are grouped by place.',
  'paired.edit': 'Edit screen',
  'paired.edit-of': 'Edit {name}',
  'paired.more-of': 'More actions for {name}',
  'paired.told': { one: 'Sent to {count} screen', other: 'Sent to {count} screens' },
  'paired.do.identify': 'Show its name',
  'paired.do.reload': 'Reload',
  'paired.do.restart': 'Play from the start',
  'paired.do.refetch': 'Download its files again',
  'paired.do.go-elsewhere': 'Move to another server',
  'paired.away': 'Not connected',
  'paired.call-back': 'Call back to this server',
  'paired.called-back': 'It returns when it starts the next time',
  'paired.let-go': 'Unpair',
  'paired.let-go-question':
    'Unpair this screen? It stops playing, shows a pairing code, and loses access to its content.',
  'paired.let-go-done': '{name} was unpaired',
  'paired.send': 'Move',
  'paired.address': 'Address',
  'paired.address-hint': 'The address of the other server, ending in /screen.',
  'paired.elsewhere-note':
    'The screen checks that the address answers before it moves. Then it must be paired there. From here you can only call it back when it starts the next time.',

  'pairing.title': 'Add a screen',
  'pairing.about': 'You are connecting this screen',
  'pairing.code': 'Code on the screen',
  'pairing.go-on': 'Continue',
  'pairing.type': 'Type the code',
  'pairing.how': 'Open {address} on the screen, and type its six-character code. Or scan its QR code with your phone.',
  'pairing.some-browser': 'A browser',
  'pairing.which': 'Which screen is it?',
  'pairing.as.new': 'A new screen',
  'pairing.as.repair': 'Repair',
  'pairing.as.replace': 'Replace',
  'pairing.as.move': 'Move',
  'pairing.as-hint.new': 'It was not paired before.',
  'pairing.as-hint.repair': 'A screen of yours that lost its stored data. It gets its name and display back.',
  'pairing.as-hint.replace': 'New hardware for an old screen. The old one is unpaired.',
  'pairing.as-hint.move': 'A screen of yours that lost its stored data, now for another display.',
  'pairing.old': 'Screen',
  'pairing.display-hint': 'The screen shows the name of the display now.',
  'pairing.connect': 'Connect',
  'pairing.done': 'Connected',
  'pairing.done-lead': '{name} plays {display} now.',
  'pairing.no-display': 'There are no displays yet. Create one first.',
} as const satisfies Record<string, Message>
