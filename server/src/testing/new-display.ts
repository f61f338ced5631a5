/** The settings of a display that nobody has changed, as they are answered. Each has its own name, id and time zone. */
export const NEW_DISPLAY = {
  fillsWithoutLines: false,
  dwellSeconds: 30,
  diagonalInches: 55,
  distanceCm: 400,
  language: null,
  openingHours: null,
  pairedOnly: false,
  readCode: null,
  shortCode: null,
  town: null,
  weatherUnits: {},
  revision: 1,
}
