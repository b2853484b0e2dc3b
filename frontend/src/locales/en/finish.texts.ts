export { default as finish } from './finish.json';
export { default as invitation } from './invitation.json';
export { default as payment } from './payment.json';
export { default as signing } from './signing.json';
