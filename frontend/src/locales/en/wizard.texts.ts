export { default as agreement } from './agreement.json';
export { default as wizard } from './wizard.json';
