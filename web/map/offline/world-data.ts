// The data of the offline map in one file: outlines from Natural Earth, cities from GeoNames.
import outline from 'world-atlas/countries-50m.json' with { type: 'json' };
import places from './places.gen.json' with { type: 'json' };

export { outline, places };
