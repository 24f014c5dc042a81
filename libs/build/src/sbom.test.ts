import path from 'node:path';
import { bill } from './sbom';

const TRAINEE = path.join(import.meta.dirname, '../../../apps/trainee');

it('lists the packages of an app with their versions and licences, the same every time', async () => {
  const listed = await bill(TRAINEE);
  expect(listed.metadata.component.name).toBe('@nemus/trainee');
  expect(listed.metadata.properties).toEqual([
    { name: 'nemus:package-lock', value: expect.stringMatching(/^sha384-[\w+/]{64}$/) },
  ]);
  const react = listed.components.find(({ name }) => name === 'react');
  expect(react).toMatchObject({ purl: expect.stringMatching(/^pkg:npm\/react@19\./), licenses: [{}] });
  // Neither the time nor the folder of the checkout.
  expect(JSON.stringify(listed)).not.toMatch(/timestamp|serialNumber|"nemus"/);
  await expect(bill(TRAINEE)).resolves.toEqual(listed);
}, 60_000);
